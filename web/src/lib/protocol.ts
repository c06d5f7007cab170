/** The server's protocol. Made from its models by `npm run types`: change those, not this file. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The best few moves for the seat that decides at a ply. */
    Advice: {
      /** @description Whether values are chances of winning, which takes a network for the map. */
      chances: boolean;
      level: string;
      /** @description The tickets to choose from, if that is the decision. */
      offer: string[];
      /** @description Best first; empty if the browser is to compute them. */
      opinions: components["schemas"]["Opinion"][];
      ply: number;
      /** @description What the seat knows, as a VIEW record in base64: on servers that let browsers compute advice. */
      position?: string;
      seat: number;
    };
    /** @description A sign of life: sent when a stream begins, and then regularly. */
    Beat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "beat";
      /** @description When the server will be restarted, if that was announced. Games go on after it. */
      restart?: number;
      /** @description Until the next one. A stream that is silent for much longer is broken. */
      seconds: number;
    };
    /** @description Never play with a player, or play with them again. */
    Block: {
      /** @default true */
      blocked?: boolean;
      player: string;
    };
    /** @description A map to draw, with names in one language: layers of SVG, and where tracks and cities are. */
    Board: {
      /** @description The number of seats from which both tracks of a double route can be claimed. */
      bothTracksFrom: number;
      carColours: string[];
      cities: components["schemas"]["BoardCity"][];
      cityRadius: number;
      colours: string[];
      defs: string;
      digest: string;
      /** @description The names of the cities, in the same order, at `labelSize`. */
      labels: components["schemas"]["CityLabel"][];
      labelSize: number;
      legend: components["schemas"]["Legend"];
      locomotive: string;
      map: string;
      names: {
        [key: string]: string;
      };
      /** @description Slots, cities and the compass. */
      over: string;
      /** @description The path of each colour's sign, for people who don't tell colours apart. */
      signs: {
        [key: string]: string;
      };
      slot: components["schemas"]["SlotSize"];
      tickets: components["schemas"]["BoardTicket"][];
      title: string;
      tracks: components["schemas"]["BoardTrack"][];
      /** @description How many cards are turned over for a tunnel. */
      tunnelCards: number;
      /** @description Sea, land and what runs under the slots. */
      under: string;
      viewBox: [number, number, number, number];
    };
    /** @description A city, and where it is on the board. */
    BoardCity: {
      attraction: boolean;
      id: string;
      x: number;
      y: number;
    };
    /** @description A ticket. */
    BoardTicket: {
      a: string;
      b: string;
      id: string;
      /** @description Whether it is dealt from the deck of long tickets. */
      long: boolean;
      /** @description The tracks of a shortest path between its cities, to illustrate the rules. */
      path: string[];
      points: number;
    };
    /** @description A track, and where its slots are. */
    BoardTrack: {
      a: string;
      b: string;
      colour: string;
      id: string;
      length: number;
      locomotives: number;
      points: number;
      /** @description The centre and the angle of each slot. */
      slots: [number, number, number][];
      swap: number;
      /** @description The cards that can be traded in for a swap, in the order in which they are named; empty if there are no swaps. */
      swapKinds: string[];
      /** @description How many cards of its colour a payment needs before others of that colour can be traded in; null: never. */
      swapOwnFrom: number | null;
      tunnel: boolean;
    };
    /** @description A seat has sent its bytes. */
    BytesSent: {
      at: number;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "bytes";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description What a browser needs to make a passkey, or to sign in with one. Everything binary is in base64url. */
    Challenge: {
      algorithms: number[];
      challenge: string;
      /** @description The `rp.id` of WebAuthn. */
      domain: string;
      /** @description The ids of your passkeys. */
      known: string[];
      site: string;
    };
    /** @description Where you get notices. */
    Channel: {
      added: number;
      /** @description An e-mail address, the address of a webhook, or what to call the device of a browser. */
      address: string;
      /** @description false: the link in the e-mail to this address has not been opened yet. */
      confirmed: boolean;
      /** @description Whether this is the browser that asks. */
      current: boolean;
      id: string;
      /** @enum {string} */
      way: "push" | "mail" | "webhook";
    };
    /** @description Something that somebody said to the table. */
    ChatMessage: {
      at: number;
      /** @description The number of its event. */
      id: number;
      name: string;
      player: string;
      text: string;
    };
    /** @description Somebody said something. */
    ChatSent: {
      at: number;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "chat";
      name: string;
      player: string;
      ply: number;
      /** @description The table's id. */
      table: string;
      text: string;
    };
    /** @description A seat has chosen its first tickets. */
    ChoiceSealed: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "sealed";
      /** @description The seats that are still choosing. */
      movers: number[];
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Where a city's name is: its first base line from the city's middle, and where on that line it is held. */
    CityLabel: {
      /** @enum {string} */
      anchor: "start" | "middle" | "end";
      dx: number;
      dy: number;
      lines: string[];
    };
    /** @description The table's clock. */
    Clock: {
      /** @description When the turn began, by the server's time. */
      began: number;
      /** @description When the server looks at the turn next; absent if there is no clock. */
      deadline?: number | null;
      /** @description When each seat's time runs out; null if its clock doesn't run. Absent if there is no clock. */
      ends?: (number | null)[];
      /** @enum {string} */
      kind: "none" | "turn" | "game";
      /** @description The server's time when it wrote this; absent if there is no clock. */
      now?: number;
      seconds: number;
    };
    /** @description The clock of a new table: none, seconds per turn, or seconds for the whole game. */
    ClockOptions: {
      /**
       * @default none
       * @enum {string}
       */
      kind?: "none" | "turn" | "game";
      /** @default 0 */
      seconds?: number;
    };
    /** @description Sign in with a code from another device. */
    Code: {
      /** @description Spaces and hyphens don't count, and small letters are as good as capitals. */
      code: string;
      /**
       * @description true: the answer contains the token. false: the token is set as a cookie.
       * @default false
       */
      program?: boolean;
    };
    /** @description A code that signs in another device as you, once. */
    CodeInfo: {
      code: string;
      until: number;
    };
    /** @description How the points for routes grew: one entry for each ply at which they changed. */
    Course: {
      course: components["schemas"]["CoursePoint"][];
      ply: number;
    };
    /** @description The points for routes of all seats at a ply. */
    CoursePoint: {
      ply: number;
      points: number[];
    };
    /** @description What a cue is about: things on the board, cards, tickets, and a part of the table. */
    CueTargets: {
      /** @enum {string} */
      area?: "row" | "deck" | "hand" | "tickets" | "ticket_deck" | "seats" | "log" | "station" | "result" | "board";
      cards?: string[];
      cities?: string[];
      tickets?: string[];
      tracks?: string[];
    };
    /** @description The deal of a map and a day, in UTC. */
    DailyDeal: {
      begins: number;
      /** @description The levels at the other seats. */
      bots: string[];
      /** @description The hash that binds the server to the secret of the deal. docs/records.md has the formulas. */
      commitment: string;
      day: string;
      deal: string;
      /** @description Until when you can begin. */
      ends: number;
      map: string;
      /** @description Whether everybody may know the cards. */
      over: boolean;
      /** @description Once the bot has played, for those who see the ranking. */
      par?: components["schemas"]["Par"];
      par_level: string;
      /** @description How many people have played it to the end. */
      played: number;
      /** @description The best 100 results; only for those whose game is over, until the deal is. */
      ranking?: components["schemas"]["Place"][];
      /** @description The seat that everybody plays. */
      seat: number;
      seats: number;
      /** @description Once the deal is over. */
      secret?: string;
      yours?: components["schemas"]["OwnTry"];
    };
    /** @description The deal of a day, with the days before. */
    DailyPage: {
      begins: number;
      /** @description The levels at the other seats. */
      bots: string[];
      /** @description The hash that binds the server to the secret of the deal. docs/records.md has the formulas. */
      commitment: string;
      day: string;
      /** @description The last 14 days with a deal on this map, the newest first. */
      days: string[];
      deal: string;
      /** @description Until when you can begin. */
      ends: number;
      map: string;
      /** @description Of today's: the commitment of tomorrow's deal. */
      next_commitment?: string;
      /** @description Whether everybody may know the cards. */
      over: boolean;
      /** @description Once the bot has played, for those who see the ranking. */
      par?: components["schemas"]["Par"];
      par_level: string;
      /** @description How many people have played it to the end. */
      played: number;
      /** @description The best 100 results; only for those whose game is over, until the deal is. */
      ranking?: components["schemas"]["Place"][];
      /** @description The seat that everybody plays. */
      seat: number;
      seats: number;
      /** @description Once the deal is over. */
      secret?: string;
      yours?: components["schemas"]["OwnTry"];
    };
    /** @description The deal that several tables played is over: its secret is public, and shared replays can be watched. */
    DealOver: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "deal";
      ply: number;
      secret: string;
      /** @description The table's id. */
      table: string;
    };
    /** @description A device on which you are signed in. */
    Device: {
      added: number;
      /** @description Whether the request came from it. */
      current: boolean;
      id: string;
      /** @description Its browser and its system, or the name of a program. */
      label: string;
      seen: number;
    };
    /** @description A board of a duplicate match: a deal that all its players play at the same seat. */
    DuplicateBoard: {
      board: number;
      commitment: string;
      deal: string;
      /** @description Whether everybody may know the cards. */
      over: boolean;
      /** @description How many of the players are through with it. */
      played: number;
      /** @description The best first; only for players whose game is over, until the board is. */
      scores?: components["schemas"]["Score"][];
      /** @description The seat that everybody plays. */
      seat: number;
      yours?: components["schemas"]["OwnTry"];
    };
    /** @description A duplicate match. */
    DuplicateInfo: {
      /** @description Once it has started. */
      boards: components["schemas"]["DuplicateBoard"][];
      /** @description The levels at the other seats. */
      bots: string[];
      /** @description The number of boards. */
      count: number;
      /** @description When boards that are not finished by then are over, once it has started. */
      ends?: number;
      host: string;
      id: string;
      made: number;
      map: string;
      players: components["schemas"]["Neighbour"][];
      /** @description The total of the boards whose scores you may see, the best first. */
      scores: components["schemas"]["Score"][];
      seats: number;
      /** @enum {string} */
      state: "open" | "playing" | "over";
    };
    /** @description How somebody did against another person, or against a level of bots. */
    Encounter: {
      /** @description In how many of them they were before the other. */
      before: number;
      behind: number;
      bot: string | null;
      games: number;
      name: string;
      player: string | null;
    };
    /** @description Somebody who has entered. */
    Entrant: {
      /** @description After which round they dropped out. */
      dropped: number | null;
      emblem?: number;
      /** @description In the order in which they entered. */
      entry: number;
      name: string;
      /** @description By the lot, once the tournament begins. */
      number: number | null;
      /** @description null for somebody who was deleted. */
      player: string | null;
    };
    /** @description Why the server refused a request. Nothing has changed. */
    ErrorBody: {
      code: string;
      parameters: {
        [key: string]: string | number;
      };
      /** @description For an illegal move: what the rules say. */
      reason?: components["schemas"]["Reason"];
      /** @description For a stale move: the table's last event. */
      seq?: number;
      text: string;
      /** @description For a stale move: the current views of the seats that it was for. */
      views?: components["schemas"]["View"][];
    };
    /** @description The data of an event in the stream; `kind` tells them apart. */
    Event:
      | components["schemas"]["Snapshot"]
      | components["schemas"]["SeatsChanged"]
      | components["schemas"]["StepBegun"]
      | components["schemas"]["HashSent"]
      | components["schemas"]["BytesSent"]
      | components["schemas"]["StartBroken"]
      | components["schemas"]["GameStarted"]
      | components["schemas"]["ChoiceSealed"]
      | components["schemas"]["MovesMade"]
      | components["schemas"]["MovesUndone"]
      | components["schemas"]["PlayerAway"]
      | components["schemas"]["PlayerReturned"]
      | components["schemas"]["HolidayNoted"]
      | components["schemas"]["ProposalMade"]
      | components["schemas"]["ProposalAgreed"]
      | components["schemas"]["ProposalDeclined"]
      | components["schemas"]["ProposalWithdrawn"]
      | components["schemas"]["ChatSent"]
      | components["schemas"]["Reacted"]
      | components["schemas"]["RematchMade"]
      | components["schemas"]["SharingAnswered"]
      | components["schemas"]["DealOver"]
      | components["schemas"]["PresenceChanged"]
      | components["schemas"]["GameFinished"]
      | components["schemas"]["GameAbandoned"]
      | components["schemas"]["TableExpired"]
      | components["schemas"]["EventSkipped"]
      | components["schemas"]["TableHidden"]
      | components["schemas"]["Beat"]
      | components["schemas"]["Farewell"];
    /** @description Something that is not for you, such as a message of a player whom you have muted. */
    EventSkipped: {
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "skipped";
      /** @description The table's id. */
      table: string;
    };
    /** @description Everything that is stored about you. */
    Export: {
      blocked: string[];
      channels: components["schemas"]["ExportedChannel"][];
      /** @description Until when a code or a challenge of yours is valid; the code itself isn't stored. */
      codes: number[];
      devices: components["schemas"]["ExportedDevice"][];
      entries: components["schemas"]["ExportedEntry"][];
      holidays: components["schemas"]["ExportedHoliday"][];
      invitations: components["schemas"]["ExportedInvitation"][];
      /** @description The duplicate matches that you have joined. */
      matches: string[];
      messages: components["schemas"]["ExportedMessage"][];
      muted: string[];
      outbox: components["schemas"]["ExportedNotice"][];
      passkeys: components["schemas"]["Passkey"][];
      player: components["schemas"]["ExportedPlayer"];
      reactions: components["schemas"]["ExportedReaction"][];
      /** @description The tables from which a host has removed you. */
      removed: string[];
      results: components["schemas"]["ExportedResult"][];
      /** @description The tables about which you want no notices. */
      silent: string[];
      tables: components["schemas"]["ExportedTable"][];
      tournaments: components["schemas"]["ExportedTournament"][];
      tries: components["schemas"]["ExportedTry"][];
      wishes: components["schemas"]["ExportedWish"][];
    };
    /** @description Where you get notices; the keys that belong to it are not shown. */
    ExportedChannel: {
      added: number;
      address: string;
      confirmed: boolean;
      language: string;
      /** @enum {string} */
      way: "push" | "mail" | "webhook";
    };
    /** @description A device of yours. */
    ExportedDevice: {
      added: number;
      id: string;
      label: string;
      seen: number;
      signed_out: boolean;
    };
    /** @description A tournament that you have entered. */
    ExportedEntry: {
      at: number;
      /** @description After which round you dropped out. */
      dropped: number | null;
      entry: number;
      /** @description Whether the host has removed you. */
      removed: boolean;
      tournament: string;
    };
    /** @description A holiday of yours. */
    ExportedHoliday: {
      began: number;
      until: number;
    };
    /** @description A standing invitation of yours. */
    ExportedInvitation: {
      at_once: number;
      created: number;
      id: string;
      listed: boolean;
      map: string;
      rated: boolean;
      seats: number;
      seconds: number;
    };
    /** @description Something you said at a table. */
    ExportedMessage: {
      at: number;
      table: string;
      text: string;
    };
    /** @description A notice that waits to be sent to you. */
    ExportedNotice: {
      at: number;
      kind: string;
      table_id: string | null;
      way: string;
    };
    /** @description What is stored about you. */
    ExportedPlayer: {
      created: number;
      emblem: number | null;
      id: string;
      name: string;
      seen: number;
      /**
       * @description Who may see your profile.
       * @enum {string}
       */
      shown_to: "nobody" | "met" | "anybody";
    };
    /** @description A reaction of yours at a table. */
    ExportedReaction: {
      at: number;
      /** @enum {string} */
      reaction: "hello" | "good_luck" | "nice_move" | "oh_no" | "thanks" | "well_played";
      table: string;
    };
    /** @description A result of yours in a game that is over, and your rating after it if it was rated. */
    ExportedResult: {
      closed: number;
      completed: number | null;
      deviation: number | null;
      gave_up: boolean;
      longest: number | null;
      map: string;
      place: number;
      points: number | null;
      rating: number | null;
      seat: number;
      seats: number;
      table: string;
      tickets: number | null;
    };
    /** @description A table of yours with its record, as you may see it. */
    ExportedTable: {
      record: string | null;
      table: components["schemas"]["TableInfo"];
    };
    /** @description A tournament that you have made. */
    ExportedTournament: {
      created: number;
      id: string;
      name: string;
    };
    /** @description A deal that you have played, as others have. */
    ExportedTry: {
      begun: number;
      deal: string;
      ranked: boolean;
      seat: number;
      table?: string;
    };
    /** @description The game that you wait for. */
    ExportedWish: {
      clock: string;
      map: string;
      seats: number;
      seconds: number;
      since: number;
    };
    /** @description What is public about the key that deals the cards. docs/records.md has the formulas. */
    Fairness: {
      /** @description The bytes of all seats, once the game has started; null for bots. */
      bytes?: (string | null)[];
      /** @description The hash that binds the server to its secret. */
      commitment: string;
      /** @description The hashes of all seats, once all are in; null for bots. */
      hashes?: (string | null)[];
      /** @description The server's secret, once the table is closed and no other table plays the same deal. */
      secret?: string;
      /** @description Before the start: the seats that have sent their hash. */
      sent?: number[];
    };
    /** @description The server is shutting down. Reconnect in a second. */
    Farewell: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "farewell";
    };
    /** @description All people agreed to end the game, or the last one resigned. */
    GameAbandoned: {
      at: number;
      bytes: (string | null)[];
      changes: components["schemas"]["TableChanges"];
      commitment: string;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "abandoned";
      ply: number;
      /** @description Absent while other tables still play the same deal. */
      secret?: string;
      /** @description The table's id. */
      table: string;
    };
    /** @description The game is over. */
    GameFinished: {
      at: number;
      bytes: (string | null)[];
      changes: components["schemas"]["TableChanges"];
      commitment: string;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "finished";
      ply: number;
      result: components["schemas"]["Result"];
      /** @description Absent while other tables still play the same deal. */
      secret?: string;
      /** @description The table's id. */
      table: string;
    };
    /** @description Games of a player that are over, the newest first. */
    GameList: {
      games: components["schemas"]["GameOutcome"][];
      /** @description Whether there are more games after these. */
      more: boolean;
    };
    /** @description A game of a player that is over. */
    GameOutcome: {
      /** @description What the game changed in it. */
      change?: number;
      closed: number;
      /** @description Whether they resigned, or a bot played for them at the end. */
      gave_up: boolean;
      map: string;
      outcomes: components["schemas"]["SeatOutcome"][];
      place: number;
      /** @description null if the game was not played to its end. */
      points: number | null;
      rated: boolean;
      /** @description After the game, if it was rated. */
      rating?: number;
      /** @description The player's seat. */
      seat: number;
      seats: number;
      table: string;
    };
    /** @description The cards were dealt. */
    GameStarted: {
      at: number;
      bytes: (string | null)[];
      changes: components["schemas"]["TableChanges"];
      commitment: string;
      hashes: (string | null)[];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "started";
      /** @description The deals as you may see them. */
      lines: string[];
      ply: number;
      start: number;
      /** @description The table's id. */
      table: string;
      views: components["schemas"]["View"][];
    };
    /** @description How many decisions have each grade. */
    GradeCounts: {
      best: number;
      blunder: number;
      forced: number;
      good: number;
      inaccuracy: number;
      mistake: number;
    };
    /** @description The SHA-256 of 16 random bytes of your own. */
    Hash: {
      hash: string;
      seat?: number | null;
    };
    /** @description A seat has sent its hash. */
    HashSent: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "hash";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Your holidays. */
    HolidayInfo: {
      /** @description How many days you have left. */
      left: number;
      /** @description How many days anybody may take within a year. */
      of: number;
      /** @description Until when you are on holiday; null if you aren't. */
      until: number | null;
    };
    /** @description A player at a slow game has gone on holiday, or has come back. */
    HolidayNoted: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "holiday";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Make a table from the record of a fair game, to play on here. */
    ImportedTable: {
      /** @description The whole record, with the origin of its key. Its table's id becomes the id of this table. */
      record: string;
      /** @description For each seat `you` or a level of bots. At least one is yours; nobody else can join, since you know the key. */
      seats: string[];
    };
    /** @description A standing invitation. */
    InvitationInfo: {
      /** @description How many games of it may be open or played at the same time. */
      at_once: number;
      created: number;
      emblem?: number;
      /** @description Whether nobody can accept it at the moment. */
      full: boolean;
      id: string;
      listed: boolean;
      map: string;
      name: string;
      /** @description The id of the player who invites. */
      player: string;
      rated: boolean;
      /** @description How many there are now. */
      running: number;
      seats: number;
      /** @description How long everybody has for each turn. */
      seconds: number;
    };
    /** @description The cartouche of a board: its title, what its marks mean, and what tracks are worth. */
    Legend: {
      /** @description The whole of it as SVG; empty if the map has no place for one. */
      drawing: string;
      /** @description The title alone, for a board on which the rest can't be read. */
      plate: string;
      textSize: number;
      viewBox: [number, number, number, number];
    };
    /** @description A lesson in one language: a game that plays by itself, except for the moves that cues wait for. */
    Lesson: {
      cues: components["schemas"]["LessonCue"][];
      /** @description The seat that begins; null if chance's first move says. */
      first: number | null;
      /** @description The learner's seat. */
      learner: number;
      lesson: string;
      map: string;
      /** @description The lines of the record, deals included. Those before the first cue are made at once. */
      moves: string[];
      /** @description What each seat is called; empty for no name. */
      names: string[];
      seats: number;
      summary: string;
      title: string;
    };
    /** @description What the learner reads at one moment. */
    LessonCue: {
      /** @description How many moves of the lesson have been made when it appears. Several cues of one ply follow each other. */
      ply: number;
      show: components["schemas"]["CueTargets"];
      text: string;
      /**
       * @description `move`: until the learner makes the move at this ply, and the learner's moves that follow it without a cue;
       *     `next`: until the learner has read it.
       * @enum {string}
       */
      wait: "move" | "next";
      /** @description What to say when the learner makes another move instead. */
      wrong?: string;
    };
    /** @description A lesson of a map in short. */
    LessonInfo: {
      /** @description Its name on this map. */
      lesson: string;
      /** @description Lessons of all maps are taken in this order. */
      order: number;
      /** @description One sentence about it in every language. */
      summaries: {
        [key: string]: string;
      };
      /** @description The title in every language. */
      titles: {
        [key: string]: string;
      };
    };
    /** @description A level of bots. */
    LevelInfo: {
      /** @description One sentence about how it plays. */
      character: string;
      level: string;
      /** @description The minimum time it spends on a move, in seconds. */
      pace: number;
      /**
       * @description Its rating by map and seats, such as `europe-3`; null if it was not measured. Where it has no entry it is not
       *     offered.
       */
      ratings: {
        [key: string]: number | null;
      };
      /**
       * @description How many rollouts it makes for an early move on one core of a fast computer, by map and seats, such as
       *     `europe-3`; empty if it doesn't search.
       */
      rollouts: {
        [key: string]: number;
      };
    };
    /** @description What each kind of luck gave a seat. */
    LuckParts: {
      cards: number;
      deal: number;
      hidden: number;
      tickets: number;
      tunnel: number;
    };
    /** @description A city. */
    MapCity: {
      attraction: boolean;
      country: string;
      id: string;
      lat: number;
      lon: number;
      name: string;
    };
    /** @description A map with its rules and everything that is printed on it. */
    MapDetails: {
      cities: components["schemas"]["MapCity"][];
      digest: string;
      map: string;
      /** @description The names of the cities in every language, and the title. */
      names: {
        [key: string]: {
          [key: string]: string;
        };
      };
      rules: components["schemas"]["Rules"];
      tickets: components["schemas"]["MapTicket"][];
      title: string;
      tracks: components["schemas"]["MapTrack"][];
    };
    /** @description A map. */
    MapInfo: {
      /** @description What players of similar games should know about this map, in English. */
      differences: string[];
      /** @description Identifies the map's rules and board. */
      digest: string;
      /** @description In their order. */
      lessons: components["schemas"]["LessonInfo"][];
      map: string;
      max_seats: number;
      min_seats: number;
      /** @description How many puzzles there are for it. */
      puzzles: number;
      title: string;
      /** @description The title in every language. */
      titles: {
        [key: string]: string;
      };
    };
    /** @description A ticket. */
    MapTicket: {
      a: string;
      b: string;
      /** @enum {string} */
      deck: "short" | "long";
      points: number;
      ticket: string;
    };
    /** @description How somebody did on a map. */
    MapTotals: {
      completed: number;
      games: number;
      /** @description The spaces of their longest path, where the rules ask for it. */
      longest: number | null;
      map: string;
      /** @description How many tickets they had in games that were played to the end. */
      tickets: number;
      won: number;
    };
    /** @description A track: one of the one or two that connect two cities. */
    MapTrack: {
      a: string;
      b: string;
      colour: string;
      lane: number;
      length: number;
      locomotives: number;
      swap: number;
      track: string;
      tunnel: boolean;
    };
    /** @description The fewest cards that a hand lacks to claim a track. */
    MissingCards: {
      /** @description The colour to pay with; null if only locomotives are paid. */
      colour: string | null;
      /** @description How many cards of that colour. */
      coloured: number;
      locomotives: number;
      /** @description How many cards to trade in for swaps. */
      swap_cards: number;
    };
    /** @description A legal move. Send its `text` to make it; the other fields say the same for programs. */
    Move: {
      /** @description The colour to take or swap. */
      card?: string;
      city?: string;
      /** @description The colour to pay with; absent if only locomotives are paid. */
      colour?: string;
      /** @description How many cards of that colour are paid. */
      coloured?: number;
      /** @enum {string} */
      kind: "pass" | "draw" | "tickets" | "take" | "keep" | "swap" | "give up" | "pay" | "station" | "claim";
      /** @description How many locomotives are paid. */
      locomotives?: number;
      /** @description Which of the offered tickets to keep, counted from 1. */
      places?: number[];
      /** @description How many locomotives are replaced by sets of other cards. */
      swaps?: number;
      text: string;
      track?: string;
    };
    /** @description The answer to a move: the seat's new view. */
    MoveMade: {
      ply: number;
      seat: number;
      /** @description The table's last event. */
      seq: number;
      view: components["schemas"]["View"];
    };
    /** @description A move, and the deals that followed it. */
    MovesMade: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "moved";
      /** @description The moves as you may see them, one per ply. */
      lines: string[];
      ply: number;
      /** @description The ply of the first line. */
      start: number;
      /** @description The table's id. */
      table: string;
      views: components["schemas"]["View"][];
    };
    /** @description The game went back to `ply`. */
    MovesUndone: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "undone";
      ply: number;
      /** @description The table's id. */
      table: string;
      views: components["schemas"]["View"][];
    };
    /** @description Hide a player's messages, or show them again. */
    Mute: {
      /** @default true */
      muted?: boolean;
      player: string;
    };
    /** @description Another player. */
    Neighbour: {
      id: string;
      name: string;
    };
    /** @description Say something to the table. */
    NewChatMessage: {
      text: string;
    };
    /** @description Make a duplicate match. */
    NewDuplicate: {
      boards: number;
      map: string;
      seats: number;
    };
    /** @description Choose the sign beside your name; null: none. */
    NewEmblem: {
      emblem: number | null;
    };
    /** @description Go on holiday for some days, from now on. */
    NewHoliday: {
      days: number;
    };
    /** @description Make a standing invitation to a slow game. */
    NewInvitation: {
      /**
       * @description How many games of it may be open or played at the same time.
       * @default 1
       */
      at_once?: number;
      /**
       * @description Show it to everybody. Otherwise people need its link.
       * @default false
       */
      listed?: boolean;
      map: string;
      /**
       * @description Whether the games count for the ratings of their people. Whoever accepts agrees to it.
       * @default false
       */
      rated?: boolean;
      seats: number;
      /** @description How long everybody has for each turn, a day at least. */
      seconds: number;
    };
    /** @description Send notices to an e-mail address, once the link in the first e-mail was opened. */
    NewMail: {
      address: string;
      /** @enum {string} */
      language: "en" | "zh-Hans" | "zh-Hant" | "is" | "ru";
    };
    /** @description A move, and the ply at which you decided on it. */
    NewMove: {
      move: string;
      ply: number;
      seat?: number | null;
    };
    /** @description Change your name. */
    NewName: {
      name: string;
    };
    /** @description What a browser has made for a challenge. Everything binary is in base64url. */
    NewPasskey: {
      attestation: string;
      client_data: string;
      id: string;
    };
    /** @description Create a player. */
    NewPlayer: {
      name: string;
      /**
       * @description true: the answer contains the token. false: the token is set as a cookie.
       * @default false
       */
      program?: boolean;
    };
    /** @description A new player, or a player who has signed in. */
    NewPlayerInfo: {
      /** @description The ids of players with whom you don't play. */
      blocked: string[];
      emblem?: number;
      id: string;
      /** @description The ids of players whose messages are hidden from you. */
      muted: string[];
      name: string;
      /** @description For programs: send it as `Authorization: Bearer …`. */
      token?: string;
    };
    /** @description Ask the other people to undo your last move, or to end the game. */
    NewProposal: {
      /** @enum {string} */
      kind: "undo" | "end";
      ply: number;
      seat?: number | null;
    };
    /** @description Send notices to this browser: what it has answered to `pushManager.subscribe`. Keys are in base64url. */
    NewPush: {
      endpoint: string;
      key: string;
      /** @enum {string} */
      language: "en" | "zh-Hans" | "zh-Hant" | "is" | "ru";
      secret: string;
    };
    /** @description React to what happens at the table. */
    NewReaction: {
      /** @enum {string} */
      reaction: "hello" | "good_luck" | "nice_move" | "oh_no" | "thanks" | "well_played";
    };
    /** @description Make a table. */
    NewTable: {
      /**
       * @default {
       *       "kind": "none",
       *       "seconds": 0
       *     }
       */
      clock?: components["schemas"]["ClockOptions"];
      /** @description The seat that moves first; drawn at random by default. */
      first?: number | null;
      /**
       * @description After how many seconds (at least 10) a bot plays for a player who is gone; 0: never.
       * @default 0
       */
      gone_after?: 0 | number;
      /**
       * @description Show the table in the lobby. Otherwise people need its link.
       * @default false
       */
      listed?: boolean;
      map: string;
      /**
       * @description For each seat the name of its person, if several share a browser; by default your name.
       * @default []
       */
      names?: string[];
      /**
       * @description Whether the game counts for the ratings of its people. Whoever sits down agrees to it.
       * @default false
       */
      rated?: boolean;
      /** @description For each seat `you`, `open` or a level of bots. */
      seats: string[];
      /**
       * @description The level that plays for players who are gone or out of time.
       * @default dispatcher
       */
      stand_in?: string;
      /**
       * @description Let anyone with the link watch.
       * @default false
       */
      watchable?: boolean;
    };
    /** @description Make a tournament. You are the first to enter it. */
    NewTournament: {
      clock: components["schemas"]["TournamentClock"];
      /** @enum {string} */
      format: "robin" | "swiss" | "knockout";
      /**
       * @description Show the tournament to everybody. Otherwise people need its link.
       * @default false
       */
      listed?: boolean;
      map: string;
      /**
       * @description The most entrants; in a round robin no more than 16.
       * @default 16
       */
      most?: number;
      /** @default  */
      name?: string;
      /**
       * @description Whether the games count for ratings. Whoever enters agrees to it.
       * @default false
       */
      rated?: boolean;
      /**
       * @description The most rounds of a Swiss tournament; 0: as many as the entrants need.
       * @default 0
       */
      rounds?: number;
      /** @description At each table. */
      seats: number;
      /**
       * @description The level of the bots that fill tables, and that play for people who are gone or out of time.
       * @default dispatcher
       */
      stand_in?: string;
      /** @description When it begins, in milliseconds since 1970; null: when you start it. */
      starts?: number | null;
    };
    /** @description Send notices to a webhook. */
    NewWebhook: {
      address: string;
      /** @enum {string} */
      language: "en" | "zh-Hans" | "zh-Hant" | "is" | "ru";
    };
    /** @description How you can get notices, and how you get them. */
    Notices: {
      channels: components["schemas"]["Channel"][];
      /** @description The server's public key, with which browsers subscribe, in base64url. */
      push_key: string;
      /** @description The tables about which you want no notices. */
      silent: string[];
      /** @description What this server offers. */
      ways: ("push" | "mail" | "webhook")[];
    };
    /** @description How good a move is. */
    Opinion: {
      high: number | null;
      /** @description Where the chance of winning is with 95% confidence; null if the value is none. */
      low: number | null;
      move: components["schemas"]["Move"];
      /** @description What the move is good for, from what the seat knows. */
      purpose: components["schemas"]["Reason"] | null;
      /** @description How many times the move was tried. */
      tried: number;
      /** @description From 0 to 1: the chance of winning, or else 0 is a lost game and 1 a clear win (see `Advice.chances`). */
      value: number;
    };
    /** @description The 16 bytes whose hash you sent. */
    OwnBytes: {
      bytes: string;
      seat?: number | null;
    };
    /** @description Which of your seats. You can leave it out if you hold only one. */
    OwnSeat: {
      seat?: number | null;
    };
    /** @description What you have said about one of your seats. */
    OwnSharing: {
      /** @description null: nothing yet. */
      agree: boolean | null;
      seat: number;
      show_name: boolean;
    };
    /** @description Your game of a deal. */
    OwnTry: {
      /** @description Your points less those of the best opponent. */
      margin?: number;
      /** @description Once you have played to the end. */
      points?: number;
      rank?: number | null;
      /** @description false if your player is newer than the day. */
      ranked: boolean;
      /** @enum {string} */
      state: "open" | "playing" | "finished" | "expired" | "abandoned";
      table: string;
    };
    /** @description Your game is ready: go to its table. The stream ends. */
    Paired: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "paired";
      table: string;
    };
    /** @description The data of an event in the stream of somebody who waits for a game. */
    PairingEvent:
      | components["schemas"]["Paired"]
      | components["schemas"]["WishReplaced"]
      | components["schemas"]["Beat"]
      | components["schemas"]["Farewell"];
    /** @description The result of the bot that plays the deal in your seat. */
    Par: {
      margin: number;
      points: number;
      /** @description Once the deal is over: where the replay is. */
      table?: string;
    };
    /** @description A passkey of yours. */
    Passkey: {
      added: number;
      id: string;
      /** @description The device on which it was made. */
      label: string;
    };
    /** @description What a browser has signed for a challenge. Everything binary is in base64url. */
    PasskeyProof: {
      authenticator_data: string;
      client_data: string;
      id: string;
      /**
       * @description true: the answer contains the token. false: the token is set as a cookie.
       * @default false
       */
      program?: boolean;
      signature: string;
    };
    /** @description A result in a ranking: by margin, and where that is equal by points. */
    Place: {
      emblem?: number;
      margin: number;
      name: string;
      /** @description null for those who don't show their name to strangers. */
      player: string | null;
      points: number;
      rank: number;
      /** @description Once the deal is over: where the replay is, if anybody may watch it. */
      table?: string;
    };
    /** @description A bot plays for a seat: its time ran out, or its player is gone, left or resigned. */
    PlayerAway: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "away";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      why: "clock" | "gone" | "left" | "resigned";
    };
    /** @description You. */
    PlayerInfo: {
      /** @description The ids of players with whom you don't play. */
      blocked: string[];
      emblem?: number;
      id: string;
      /** @description The ids of players whose messages are hidden from you. */
      muted: string[];
      name: string;
    };
    /** @description A player plays a seat again. */
    PlayerReturned: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "returned";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Somebody has opened the table or is gone. It has no number and is not stored. */
    PresenceChanged: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "presence";
      /** @description The seats whose players have the table open now. */
      present: number[];
      table: string;
    };
    /** @description What a player has achieved. To others it counts only games whose replay they may watch, but for the ratings. */
    ProfileInfo: {
      /** @description The 20 most frequent. */
      encounters: components["schemas"]["Encounter"][];
      id: string;
      maps: components["schemas"]["MapTotals"][];
      name: string;
      ratings: components["schemas"]["Rating"][];
      /**
       * @description Who may see it; only in your own.
       * @enum {string}
       */
      shown_to?: "nobody" | "met" | "anybody";
    };
    /** @description Say who may see your profile. */
    ProfileOptions: {
      /**
       * @description `met`: those who have played at a table with you. `anybody`: everybody who has its link.
       * @enum {string}
       */
      shown_to: "nobody" | "met" | "anybody";
    };
    /** @description How far something is that is made in the background. */
    Progress: {
      /** @description How many steps are done. */
      done: number;
      /** @description How many steps there are; 0 if it is not being made. */
      of: number;
      ready: boolean;
    };
    /** @description What somebody asked the other people to agree to. */
    Proposal: {
      /** @description The seats that have agreed. */
      agreed: number[];
      /** @description The ply to go back to; for `end` the current one. */
      back_to: number;
      /** @description The seat that asked. */
      by: number;
      /** @enum {string} */
      kind: "undo" | "end";
    };
    /** @description A seat agreed to the proposal. */
    ProposalAgreed: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "agreed";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      what: "undo" | "end";
    };
    /** @description A seat declined the proposal. */
    ProposalDeclined: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "declined";
      ply: number;
      seat: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      what: "undo" | "end";
    };
    /** @description Somebody asked to undo a move or to end the game. */
    ProposalMade: {
      at: number;
      back_to: number;
      by: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "proposed";
      ply: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      what: "undo" | "end";
    };
    /** @description A move withdrew the proposal. */
    ProposalWithdrawn: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "withdrawn";
      ply: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      what: "undo" | "end";
    };
    /** @description Seat a bot. */
    PutBot: {
      level: string;
    };
    /** @description A position of a game between bots in which a seat is to move. */
    Puzzle: {
      /**
       * @description The move that is looked for, then the next best ones. The first is right with any payment and on
       *     either track of a double route.
       */
      choices: components["schemas"]["PuzzleChoice"][];
      /** @description From 1 to 5. */
      difficulty: number;
      /** @description The moves of the seats up to the position, by their numbers in the map's catalogue for so many seats. */
      moves: number[];
      /** @description From 1. */
      number: number;
      seat: number;
      seats: number;
      /** @description Of the fast dealer, who makes the deals. */
      seed: number;
      themes: string[];
    };
    /** @description A move in the position of a puzzle. */
    PuzzleChoice: {
      /** @description The chance of winning after it, from 0 to 1. */
      chance: number;
      high: number;
      /** @description How much less that is than the best move's, at least and at most, at 99 % confidence. */
      low: number;
      move: string;
    };
    /** @description A person's rating on a map with a number of seats, on the scale of the bots. */
    Rating: {
      /** @description After each of the newest 500 rated games, the oldest first. */
      curve: components["schemas"]["RatingPoint"][];
      /** @description How many rated games it rests on. */
      games: number;
      map: string;
      margin: number;
      rating: number;
      seats: number;
    };
    /** @description A rating after a rated game. */
    RatingPoint: {
      at: number;
      /** @description The strength is at most this far from the rating, in 95 of 100 cases. */
      margin: number;
      rating: number;
    };
    /** @description Somebody has reacted with one of a few fixed phrases. */
    Reacted: {
      at: number;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "reaction";
      name: string;
      player: string;
      ply: number;
      /** @description Empty once the player was deleted. */
      reaction: ("hello" | "good_luck" | "nice_move" | "oh_no" | "thanks" | "well_played") | "";
      /** @description The table's id. */
      table: string;
    };
    /** @description A sentence as a code with parameters, and in English. */
    Reason: {
      code: string;
      parameters: {
        [key: string]: string | number;
      };
      text: string;
    };
    /** @description The report of a record that was sent. */
    RecordReport: {
      /** @description Why the report covers only a part of a game: a line can't be read, or the game isn't over. */
      problem?: components["schemas"]["Reason"];
      report: components["schemas"]["Report"];
    };
    /** @description Ask for the report of a game by its record. */
    RecordToReport: {
      record: string;
    };
    /** @description There is a table for a rematch. */
    RematchMade: {
      /** @description The id of that table. */
      again: string;
      at: number;
      /** @description The seat that asked for it. */
      by?: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "rematch";
      ply: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Agree to the proposal, or decline it. */
    Reply: {
      agree: boolean;
      seat?: number | null;
    };
    /** @description What won a game, what was luck, and what to learn from it. */
    Report: {
      /** @description false: ask again for a better one. */
      complete: boolean;
      digest: string;
      /** @constant */
      format: 1;
      map: string;
      over: boolean;
      /** @description How many a decision gets. */
      rollouts: number;
      searched: number;
      seats: number;
      steps: components["schemas"]["ReportStep"][];
      summary: components["schemas"]["ReportSummary"][];
      /** @description How many decisions have to be searched, and how many are. */
      to_search: number;
      turning_points: components["schemas"]["TurningPoint"][];
    };
    /** @description A decision and the deals that follow it; the first step is the set-up, without a decision. */
    ReportStep: {
      better: string | null;
      /** @description The moves that were tried, the best first; empty until the decision is searched. */
      choices: components["schemas"]["ReviewedChoice"][];
      /** @description null: not searched yet. */
      grade: ("best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced") | null;
      high: number | null;
      /** @description The chance that the move gave away, and its interval. */
      loss: number | null;
      low: number | null;
      luck: number[];
      /** @enum {string} */
      luck_kind: "deal" | "cards" | "tickets" | "tunnel" | "hidden";
      move: string | null;
      /** @description The chances of all seats after the step, all cards open. */
      open: number[];
      opponents: number[];
      /** @description The chance of the seat that decides, from what it knew before the move. */
      own: number | null;
      /** @description Of the decision, before the move. */
      ply: number | null;
      seat: number | null;
      /** @description What the step changed for each seat: by its own decision, by those of others, and by luck. */
      skill: number[];
      /** @description How many turns of all seats have begun. */
      turn: number;
    };
    /** @description What the steps add up to for a seat: start + skill + opponents + luck = result. */
    ReportSummary: {
      accuracy: number | null;
      grades: components["schemas"]["GradeCounts"];
      luck: number;
      luck_by: components["schemas"]["LuckParts"];
      opponents: number;
      result: number;
      seat: number;
      skill: number;
      start: number;
    };
    /** @description The final score, the winners, and what decided the game. */
    Result: {
      reason: components["schemas"]["Reason"];
      seats: components["schemas"]["SeatResult"][];
      winners: number[];
    };
    /** @description What a seat got points for. */
    ResultLine: {
      code: string;
      parameters: {
        [key: string]: string | number;
      };
      points: number;
      text: string;
      /** @description The tracks that the points are for; those of a completed ticket and of the Express in order along the path. */
      tracks: string[];
    };
    /** @description A move that was tried at a decision: its chance of winning, with a 95% interval. */
    ReviewedChoice: {
      chance: number;
      high: number;
      low: number;
      move: string;
      tried: number;
    };
    /** @description The numbers in which maps differ; `game.rules` describes each. */
    Rules: {
      attraction_value: number;
      both_tracks_from: number;
      car_colours: string[];
      cards_per_colour: number;
      cars: number;
      colours: string[];
      differences: string[];
      draw_keep: number;
      /** @enum {string} */
      draw_return: "out" | "under";
      draw_tickets: number;
      express: number;
      first_cards: number;
      first_keep: number;
      first_long_tickets: number;
      /** @enum {string} */
      first_return: "out" | "under";
      first_short_tickets: number;
      globetrotter: number;
      last_round: number;
      locomotive_ends_draw: boolean;
      locomotives: number;
      locomotives_anywhere: boolean;
      max_seats: number;
      min_seats: number;
      points: number[];
      station_value: number;
      stations: number;
      sweep: number;
      take_without_deck: boolean;
      tie_breaks: string[];
      title: string;
    };
    /** @description What a player has in a match, or on one of its boards. */
    Score: {
      margin: number | null;
      matchpoints: number;
      player: string;
      /** @description null if they have not played to the end. */
      points: number | null;
      /** @description Once the board is over: where the replay is, if you may watch it. */
      table?: string;
    };
    /** @description Who sits at a seat. */
    Seat: {
      /** @description Whether a bot plays for the player at the moment. */
      away: boolean;
      /** @description The bot's level. */
      bot: string | null;
      /** @description The player's emblem, if they have chosen one and show you their name. */
      emblem?: number;
      /** @description At a slow game: until when the player is on holiday, if they are. */
      holiday?: number;
      /** @description Whether the seat of a rematch is kept for a player who has not agreed to it yet. */
      invited: boolean;
      /** @description Milliseconds left on this seat's clock, if the clock is for the whole game. */
      left?: number;
      /** @description The player's name, or the bot's level, or nothing. */
      name: string;
      /** @description The player's id; null if a bot sits here or nobody. It is made up if the player hides their name from you. */
      player: string | null;
      /** @description Whether the player has the table open now; false for bots. */
      present: boolean;
      /** @description Whether the player has given the game up; a bot plays for them until its end. */
      resigned: boolean;
      /** @description How many rollouts this bot makes for a move, on average; only at tables in the browser. */
      rollouts?: number;
      seat: number;
    };
    /** @description How a seat did in a game that is over. */
    SeatOutcome: {
      bot: string | null;
      gave_up: boolean;
      name: string;
      place: number;
      /** @description null for bots, and for people who hide their name from you, were deleted or shared a browser. */
      player: string | null;
      points: number | null;
      seat: number;
    };
    /** @description The score of a seat; the points of its lines add up to its total. */
    SeatResult: {
      lines: components["schemas"]["ResultLine"][];
      /** @description The tracks of the longest continuous path, in order; empty if the map's rules don't ask for it. */
      longest_path: string[];
      /** @description 1 for the winners; seats that tie share a place. */
      place: number;
      seat: number;
      total: number;
    };
    /** @description The table was made, or who sits at it has changed. */
    SeatsChanged: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "seats";
      ply: number;
      seat?: number;
      /** @description The table's id. */
      table: string;
      /** @enum {string} */
      what: "made" | "joined" | "left" | "removed" | "bot" | "freed" | "forgotten";
    };
    /** @description What everybody sees of a seat. */
    SeatView: {
      cards: number;
      cars: number;
      /** @description All cards, when the game is over. */
      hand: {
        [key: string]: number;
      } | null;
      /** @description Cards that this seat took face up and still holds. */
      known: {
        [key: string]: number;
      };
      /** @description Points for routes so far. */
      points: number;
      /** @description The cities with a station of this seat. */
      stations: string[];
      stations_left: number;
      /** @description All tickets, when the game is over. */
      tickets: string[] | null;
      tickets_kept: number;
      tickets_offered: number;
      tracks: string[];
    };
    /** @description What the server can do at the moment. */
    ServerStatus: {
      /** @description The engine for browsers. If it is neither ready nor being made, the server doesn't have it. */
      engine: components["schemas"]["Progress"];
      /**
       * @description Who computes advice for tables of the server.
       * @enum {string}
       */
      hints: "server" | "browser";
      /** @description When the server will be restarted, in milliseconds since 1970; null if nobody has announced it. */
      restart: number | null;
      /** @description The compiled rules. Until they are ready, games at the server wait. */
      rules: components["schemas"]["Progress"];
    };
    /** @description Whether anybody with the link may watch the replay of a game that is over. */
    Sharing: {
      /** @enum {string} */
      state: "asking" | "shared" | "private";
      /** @description While `asking`: the seats whose people have not answered. Only players see them. */
      waiting: number[];
      yours: components["schemas"]["OwnSharing"][];
    };
    /** @description Say whether anybody with the link may watch the replay; without `seat`, for all your seats. */
    SharingAnswer: {
      agree: boolean;
      seat?: number | null;
      /**
       * @description Show your name to them; otherwise they see your seat's number.
       * @default true
       */
      show_name?: boolean;
    };
    /** @description Somebody said whether anybody may watch the replay. */
    SharingAnswered: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "sharing";
      ply: number;
      /** @description The table's id. */
      table: string;
    };
    /** @description Take a seat: a given one, or the first free one. */
    Sit: {
      /** @description The name of the person, if several share a browser; by default your name. */
      name?: string | null;
      seat?: number | null;
    };
    /** @description The size of a slot. */
    SlotSize: {
      length: number;
      width: number;
    };
    /** @description The first event of every table on a stream: the table, and your views once the game has started. */
    Snapshot: {
      clock: components["schemas"]["Clock"];
      created: number;
      /** @description The deal that this table plays and others too. Without it the people at the table make the key. */
      deal?: string;
      /** @description Identifies the map's rules and board. */
      digest: string;
      fairness: components["schemas"]["Fairness"];
      /** @description The seat that moves first, if the host set it. */
      first: number | null;
      gone_after: number;
      /** @description The id of the player who made the table. */
      host: string;
      id: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "table";
      listed: boolean;
      map: string;
      /** @description The seats that are to move; only in the list of your tables. */
      movers?: number[];
      /** @description How many moves were made, deals included. */
      ply: number;
      proposal: components["schemas"]["Proposal"] | null;
      /** @description Whether the game counts for the ratings of its people. It never changes. */
      rated: boolean;
      /** @description The id of the rematch's table, for those who hold a seat. */
      rematch?: string;
      seats: components["schemas"]["Seat"][];
      /** @description The number of the table's last event; a table with a higher `seq` is newer. */
      seq: number;
      /** @description Once the game is over: who may watch the replay. */
      sharing?: components["schemas"]["Sharing"];
      stand_in: string;
      /** @enum {string} */
      state: "open" | "playing" | "finished" | "expired" | "abandoned";
      /**
       * @description The step of the start.
       * @enum {string}
       */
      step: "seats" | "hashes" | "bytes" | "done";
      /** @description When somebody last did something here. */
      touched: number;
      /** @description The id of the tournament whose round the table belongs to. */
      tournament?: string;
      views?: components["schemas"]["View"][];
      watchable: boolean;
      /** @description The seats you hold. */
      yours: number[];
    };
    /** @description The start was broken off; the seats in `late` are free, and there is a new secret. */
    StartBroken: {
      at: number;
      bytes: (string | null)[];
      changes: components["schemas"]["TableChanges"];
      /** @description The old commitment, with its secret and the bytes that were sent. */
      commitment: string;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "broken";
      late: number[];
      next_commitment: string;
      ply: number;
      secret: string;
      /** @description The table's id. */
      table: string;
    };
    /** @description A step of the start has begun: all people send hashes, or bytes. */
    StepBegun: {
      at: number;
      changes: components["schemas"]["TableChanges"];
      commitment: string;
      /** @description Until when the server waits. */
      deadline: number;
      /** @description All hashes, in the step `bytes`. */
      hashes: (string | null)[] | null;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "step";
      ply: number;
      /** @enum {string} */
      step: "hashes" | "bytes";
      /** @description The table's id. */
      table: string;
    };
    /** @description The fields of a table that an event changes, with their current values. Absent fields stay as they are. */
    TableChanges: {
      clock?: components["schemas"]["Clock"];
      fairness?: components["schemas"]["Fairness"];
      ply?: number;
      proposal?: components["schemas"]["Proposal"] | null;
      rematch?: string;
      seats?: components["schemas"]["Seat"][];
      sharing?: components["schemas"]["Sharing"];
      /** @enum {string} */
      state?: "open" | "playing" | "finished" | "expired" | "abandoned";
      /** @enum {string} */
      step?: "seats" | "hashes" | "bytes" | "done";
      yours?: number[];
    };
    /** @description Nobody did anything here for too long. */
    TableExpired: {
      at: number;
      bytes: (string | null)[];
      changes: components["schemas"]["TableChanges"];
      commitment: string;
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "expired";
      ply: number;
      /** @description Absent while other tables still play the same deal. */
      secret?: string;
      /** @description The table's id. */
      table: string;
    };
    /** @description You may not see the table any more; it sends you nothing else. */
    TableHidden: {
      /** @description The event's number at its table: 1, 2, 3 … */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "hidden";
      /** @description The table's id. */
      table: string;
    };
    /** @description A table, as one reader sees it. */
    TableInfo: {
      clock: components["schemas"]["Clock"];
      created: number;
      /** @description The deal that this table plays and others too. Without it the people at the table make the key. */
      deal?: string;
      /** @description Identifies the map's rules and board. */
      digest: string;
      fairness: components["schemas"]["Fairness"];
      /** @description The seat that moves first, if the host set it. */
      first: number | null;
      gone_after: number;
      /** @description The id of the player who made the table. */
      host: string;
      id: string;
      listed: boolean;
      map: string;
      /** @description The seats that are to move; only in the list of your tables. */
      movers?: number[];
      /** @description How many moves were made, deals included. */
      ply: number;
      proposal: components["schemas"]["Proposal"] | null;
      /** @description Whether the game counts for the ratings of its people. It never changes. */
      rated: boolean;
      /** @description The id of the rematch's table, for those who hold a seat. */
      rematch?: string;
      seats: components["schemas"]["Seat"][];
      /** @description The number of the table's last event; a table with a higher `seq` is newer. */
      seq: number;
      /** @description Once the game is over: who may watch the replay. */
      sharing?: components["schemas"]["Sharing"];
      stand_in: string;
      /** @enum {string} */
      state: "open" | "playing" | "finished" | "expired" | "abandoned";
      /**
       * @description The step of the start.
       * @enum {string}
       */
      step: "seats" | "hashes" | "bytes" | "done";
      /** @description When somebody last did something here. */
      touched: number;
      /** @description The id of the tournament whose round the table belongs to. */
      tournament?: string;
      watchable: boolean;
      /** @description The seats you hold. */
      yours: number[];
    };
    /** @description Say whether you want notices about a table. */
    TableNotices: {
      wanted: boolean;
    };
    /** @description One of your tickets, and whether you can still complete it. */
    TicketStatus: {
      /** @description The tracks of one good path; empty if there is none. */
      path: string[];
      points: number;
      /** @enum {string} */
      state: "done" | "possible" | "impossible";
      ticket: string;
    };
    /** @description The clock of a tournament's games: seconds per turn, or for the whole game. */
    TournamentClock: {
      /** @enum {string} */
      kind: "turn" | "game";
      seconds: number;
    };
    /** @description The clock of a tournament's games. */
    TournamentClockInfo: {
      /** @enum {string} */
      kind: "turn" | "game";
      seconds: number;
    };
    /** @description A tournament. */
    TournamentInfo: {
      began: number | null;
      clock: components["schemas"]["TournamentClockInfo"];
      /** @description The hash that binds the server to the secret of the lot. */
      commitment: string;
      created: number;
      ended: number | null;
      entrant_list: components["schemas"]["Entrant"][];
      entrants: number;
      /** @enum {string} */
      format: "robin" | "swiss" | "knockout";
      /** @description The table where your game of this round waits for you or goes on. */
      game: string | null;
      host: string;
      host_name: string;
      id: string;
      listed: boolean;
      map: string;
      most: number;
      /** @description Of a Swiss tournament; 0 before it begins if it has as many as the entrants need, and for other formats. */
      most_rounds: number;
      /** @description Empty if its host gave it none. */
      name: string;
      /** @description Your entry, unless you have dropped out. */
      own: number | null;
      /** @description All rounds, the current one last. */
      played: components["schemas"]["TournamentMeeting"][][];
      rated: boolean;
      round: number;
      /** @description How many it has, unless people drop out; 0 before it begins. */
      rounds: number;
      seats: number;
      /** @description Once it is over. */
      secret?: string;
      stand_in: string;
      /** @description By the games that are over; empty before it begins. */
      standings: components["schemas"]["TournamentStanding"][];
      /** @description null: when the host starts it. */
      starts: number | null;
      /** @enum {string} */
      state: "open" | "running" | "finished" | "called_off";
      /**
       * @description Why it was called off.
       * @enum {string}
       */
      why?: "too_few" | "host" | "host_gone" | "not_started";
      /** @description Whether you are in it, or have made it. */
      yours: boolean;
    };
    /** @description Who meets at a table. Alone, an entrant has a bye; without anybody, a match of the bracket stays empty. */
    TournamentMeeting: {
      /** @description In the order of their seats; bots hold the seats after them. */
      entries: number[];
      /** @description Once it is over: of each entry among these; null for those who gave up or didn't come. */
      places?: (number | null)[];
      points?: number[];
      /**
       * @description Of the table.
       * @enum {string}
       */
      state?: "open" | "playing" | "finished" | "expired" | "abandoned";
      /** @description null for a bye. */
      table: string | null;
    };
    /** @description How an entrant is doing. docs/tournaments.md explains the tie-breaks. */
    TournamentStanding: {
      beaten: number;
      entry: number;
      opponents: number;
      place: number;
      points: number;
      wins: number;
    };
    /** @description A tournament as lists show it. */
    TournamentSummary: {
      clock: components["schemas"]["TournamentClockInfo"];
      entrants: number;
      /** @enum {string} */
      format: "robin" | "swiss" | "knockout";
      id: string;
      listed: boolean;
      map: string;
      most: number;
      /** @description Empty if its host gave it none. */
      name: string;
      rated: boolean;
      round: number;
      /** @description How many it has, unless people drop out; 0 before it begins. */
      rounds: number;
      seats: number;
      /** @description null: when the host starts it. */
      starts: number | null;
      /** @enum {string} */
      state: "open" | "running" | "finished" | "called_off";
      /** @description Whether you are in it, or have made it. */
      yours: boolean;
    };
    /** @description Whether a seat can claim a track, why not, and what it takes. */
    TrackStatus: {
      /** @description null on a grey track. */
      colour: string | null;
      length: number;
      /** @description How many locomotives a ferry needs. */
      locomotives: number;
      /** @description What the hand lacks, if the track is open and it can't pay; null for a spectator. */
      missing: components["schemas"]["MissingCards"] | null;
      /** @description What the seat, if it is its turn, has to do before it can claim any track. */
      not_now: components["schemas"]["Reason"] | null;
      owner: number | null;
      points: number;
      /** @description Why the track is closed to the seat; for a spectator, to everybody. */
      reason: components["schemas"]["Reason"] | null;
      /** @enum {string} */
      state: "open" | "closed";
      /** @description How many other cards can replace a locomotive; 0 if none can. */
      swap: number;
      track: string;
      tunnel: boolean;
      /** @description The claims that the hand can pay. They become legal when the seat's turn begins. */
      ways: components["schemas"]["Move"][];
    };
    /** @description A step that changed a seat's chance most, and what happened there, as a code. */
    TurningPoint: {
      change: number;
      code: string;
      parameters: {
        [key: string]: string | number;
      };
      seat: number;
      step: number;
    };
    /** @description What one seat, or a spectator, knows of a game. */
    View: {
      /** @description Whether nothing that was hidden has been shown to anybody since your last move, so that it can be undone. */
      can_undo: boolean;
      /** @description The first tickets you have chosen, while others are still choosing. */
      chosen: string[] | null;
      /** @description The city where a station is being built. */
      city: string | null;
      /** @description The claim that is being paid, as the text of its move. */
      claim: string | null;
      deck: number;
      discards: {
        [key: string]: number;
      };
      /** @description How many more cards the tunnel costs. */
      due: number;
      face_up: {
        [key: string]: number;
      };
      /** @description The seat that moves first. */
      first: number;
      /** @description Your cards; null for a spectator. */
      hand: {
        [key: string]: number;
      } | null;
      /** @description Cards that were laid down for the claim or station. */
      laid: {
        [key: string]: number;
      };
      /** @description How many turns are left once the last round has begun; 0 before. */
      last_round: number;
      /** @description Your legal moves; empty unless you are to move. */
      legal: components["schemas"]["Move"][];
      map: string;
      /** @description The seats that are to move. */
      movers: number[];
      /** @description The tickets you are choosing from. */
      offer: string[];
      phase: string;
      /** @description How many moves were made, deals included. */
      ply: number;
      /** @description The tickets under the deck, the next one first; null for those of others. */
      queue: (string | null)[];
      /** @description The final score, when the game is over. */
      result?: components["schemas"]["Result"];
      seats: components["schemas"]["SeatView"][];
      /** @description Tickets that you returned out of the game. */
      sent_out: string[];
      ticket_deck: number;
      /** @description Your tickets and those you are offered. */
      ticket_status: components["schemas"]["TicketStatus"][];
      /** @description Your tickets; null for a spectator. */
      tickets: string[] | null;
      /** @description Cards that were turned over for a tunnel. */
      turned: {
        [key: string]: number;
      };
      turns: number;
      /** @description Cards in the deck and in the hidden parts of the others' hands. */
      unseen: {
        [key: string]: number;
      };
      /** @description The seat, or -1 for a spectator. */
      viewer: number;
    };
    /** @description The views of all seats that you hold, or that of a spectator. */
    Views: {
      ply: number;
      /** @description The table's last event. */
      seq: number;
      views: components["schemas"]["View"][];
    };
    /** @description A table that waits for you. */
    WaitingTable: {
      /** @description When your time runs out, if a clock runs. */
      ends?: number;
      map: string;
      /** @description When somebody last did something there. */
      since: number;
      table: string;
      /**
       * @description A move, your answer to a proposal, your agreement to a rematch, or your part of a fair start.
       * @enum {string}
       */
      what: "move" | "answer" | "rematch" | "start";
    };
    /** @description The secret with which the notices to a webhook are signed. It is not shown again. */
    WebhookSecret: {
      secret: string;
    };
    /** @description You have begun to wait elsewhere. The stream ends. */
    WishReplaced: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "replaced";
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
