"""The server: tables that people and bots play at, over HTTP and event streams. It adds no rules to the game.

A request goes through these modules from top to bottom; `docs/architecture.md` follows a move all the way.

Requests
    app         the application: its routes, what runs beside it, how it answers errors
    middleware  around every request: limits, the origin check, headers, logs, failures
    connections how long a request may take to arrive, and which connections may wait
    limits      request rates, body sizes, allowed origins, security headers
    routes      the HTTP routes, a module for each part of the interface
    protocol    models of everything that is sent: requests, answers, views, tables, events
    slow_limits limits of new players and tables, streams and advice, which processes share
    reasons     why a request is refused: codes, statuses, sentences

Tables
    registry    all tables of a process: one lock and one transaction for each change
    table       one table with its seats and its record; the constants for its states
    seating     make a table, sit down, leave, let a bot play, come back, rematch
    fairness    the start of a game: hashes, bytes, the key, the deal
    imports     a game that was begun elsewhere becomes a table
    moves       make a move, close a table, prepare the next turn
    consent     proposals that everybody must agree to: undo, end the game
    deals       cards made beforehand that several tables play, and when they become public
    tries       everybody plays a deal once; the ranking
    daily       the deal of the day on each map
    duplicates  matches in which everybody plays the same boards
    sharing     whether anybody may watch the replay of a game that is over
    chat        messages and reactions at a table
    deadlines   when somebody's time is up; arithmetic only
    holidays    on a person's holidays their clocks of days don't run
    waiting     what waits for a person: moves, answers, starts
    invitations standing invitations: a table each time that somebody accepts
    maps        the maps that the server can use, and the faults of the others

Functions of seating, fairness, moves, consent, deals, sharing, chat and clocks whose docstring begins with "Command:"
take `(table, change, ...)`; `registry.change(name, command, ...)` runs them.

Beside the requests
    clocks      what happens because time passes: late turns, absent people, expired tables
    bot_turns   plays the turns of bots in threads
    fair_line   who waits for a thread, and who is next
    advice      what the strongest bot thinks of a move
    reports     the queue of reports of games
    report_process the process that computes them, of the lowest priority
    pg_listen   hears what other processes have written (PostgreSQL)
    matchmaker  pairs people who wait for the same game, in all processes
    presence    which players have which tables open, in all processes
    tournaments entries and rounds of tournaments, a package
    notices     what players want to know who have no page open, and whether it is still true
    notice_texts its words, in each language
    outbox      sends notices, each by one process
    outgoing    requests to addresses that players have given
    web_push    encrypts and signs what goes to a browser
    mail        one e-mail to one person

    readiness   what is still compiled or built in the background, and who has to wait for it
    warming     calls every kernel, so that all are compiled or loaded

The browser client
    site        the page, the client's files, and the data that it needs to play without a server
    engine      the engine for browsers and the data of each game
    packed      files as they are sent: compressed, with a tag
    link_preview what other sites show of a link
    static_site the static edition: the site as a folder of files

Events
    events      event streams and who follows which table
    wire        tables, views and events as JSON, each for its reader

Storage and operation
    storage     the database: connections, transactions, the file lock, migrations
    schema      its tables and columns
    migrations  its history, run at every start
    identity    players, their devices and tokens
    one_time    codes and challenges that work once
    passkeys    passkeys: checks what browsers answer
    channels    where players get notices
    user_agent  what to call a device
    steady_clock the time of day, without its jumps
    settings    everything that flags and environment variables can set
    logs        lines of JSON on stderr
    metrics     metrics for Prometheus
    tracing     traces by OpenTelemetry
    supervisor  replaces processes of `--workers` that have ended
    watch       what an operator sees: numbers, faults of the proxy, the restart that was announced
"""
