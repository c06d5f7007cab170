


SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;


CREATE FUNCTION public.whistlestop_notice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify('whistlestop', 't ' || NEW.table_id || ' ' || NEW.id);
    RETURN NULL;
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;


CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);



CREATE TABLE public.events (
    table_id character varying(22) NOT NULL,
    id integer NOT NULL,
    kind character varying(16) NOT NULL,
    ply integer NOT NULL,
    player character varying(22),
    body text NOT NULL,
    at bigint NOT NULL
);



CREATE TABLE public.moves (
    table_id character varying(22) NOT NULL,
    ply integer NOT NULL,
    lines text NOT NULL,
    at bigint NOT NULL
);



CREATE TABLE public.mutes (
    player character varying(22) NOT NULL,
    muted character varying(22) NOT NULL
);



CREATE TABLE public.players (
    id character varying(22) NOT NULL,
    name character varying(40) NOT NULL,
    created bigint NOT NULL,
    seen bigint NOT NULL,
    forgotten boolean NOT NULL
);



CREATE TABLE public.presence (
    table_id character varying(22) NOT NULL,
    player character varying(22) NOT NULL,
    until bigint NOT NULL
);



CREATE TABLE public.rematches (
    table_id character varying(22) NOT NULL,
    again character varying(22) NOT NULL
);



CREATE TABLE public.reports (
    table_id character varying(22) NOT NULL,
    version character varying(16) NOT NULL,
    rollouts integer NOT NULL,
    body text NOT NULL
);



CREATE TABLE public.sealed (
    table_id character varying(22) NOT NULL,
    seat integer NOT NULL,
    move text NOT NULL
);



CREATE TABLE public.seats (
    table_id character varying(22) NOT NULL,
    seat integer NOT NULL,
    player character varying(22),
    bot character varying(40),
    away boolean NOT NULL,
    hash character varying(64),
    added bytea,
    "left" bigint NOT NULL,
    overruns integer DEFAULT 0 NOT NULL,
    resigned boolean DEFAULT false NOT NULL,
    name character varying(30),
    invited boolean DEFAULT false NOT NULL,
    shares boolean,
    shows_name boolean DEFAULT true NOT NULL
);



CREATE TABLE public.settings (
    name character varying(40) NOT NULL,
    value bytea NOT NULL
);



CREATE TABLE public.tables (
    id character varying(22) NOT NULL,
    seq integer NOT NULL,
    map character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    seats integer NOT NULL,
    host character varying(22) NOT NULL,
    listed boolean NOT NULL,
    watchable boolean NOT NULL,
    clock character varying(8) NOT NULL,
    seconds integer NOT NULL,
    gone_after integer NOT NULL,
    stand_in character varying(40) NOT NULL,
    first integer,
    state character varying(12) NOT NULL,
    step character varying(8) NOT NULL,
    secret bytea NOT NULL,
    ply integer NOT NULL,
    undone integer NOT NULL,
    proposal text NOT NULL,
    began bigint NOT NULL,
    deadline bigint,
    created bigint NOT NULL,
    touched bigint NOT NULL
);



CREATE TABLE public.turns (
    table_id character varying(22) NOT NULL,
    seat integer NOT NULL,
    ply integer NOT NULL,
    due bigint NOT NULL,
    leased bigint NOT NULL
);



INSERT INTO public.alembic_version VALUES ('0004');



INSERT INTO public.events VALUES ('2FUwxgjPJdEqVwi7GQF2iQ', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071736886);
INSERT INTO public.events VALUES ('GF14URF_S1gccHdnt8tv2w', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071737187);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071737362);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071737626);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "95eaec4256ea77123b4f65d95482d6342b0be9b45e1c0200b2ed4f836baf8b06", "hashes": null, "deadline": 2795071737626}', 1795071737626);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071738152);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 5, 'hash', 0, NULL, '{"seat": 1}', 1795071738756);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 6, 'step', 0, NULL, '{"step": "bytes", "commitment": "95eaec4256ea77123b4f65d95482d6342b0be9b45e1c0200b2ed4f836baf8b06", "hashes": ["b71e176e6e4e0d0125cbb86d9fa7f1edf7c2f08917b14e657807e56d3b6633c6", "950a39273639fbf449759c30b39cfa0134970199d90af51ac4d7e3dd04ff19ee"], "deadline": 2795071738756}', 1795071738756);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 7, 'bytes', 0, NULL, '{"seat": 0}', 1795071739097);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 8, 'bytes', 0, NULL, '{"seat": 1}', 1795071739508);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 9, 'started', 14, NULL, '{"start": 0, "commitment": "95eaec4256ea77123b4f65d95482d6342b0be9b45e1c0200b2ed4f836baf8b06", "hashes": ["b71e176e6e4e0d0125cbb86d9fa7f1edf7c2f08917b14e657807e56d3b6633c6", "950a39273639fbf449759c30b39cfa0134970199d90af51ac4d7e3dd04ff19ee"], "bytes": ["60e281b130b5496fb51c9c68f5725079", "770bb0bc0155f10274afc25fdd6dd86e"]}', 1795071739508);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071739869);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071739992);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "9b5a6bd4a2b82ebb5dff77798c324be4db30567bfff26c6f09349afafa6b1c8c", "hashes": null, "deadline": 2795071739992}', 1795071739992);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071740440);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 5, 'hash', 0, NULL, '{"seat": 1}', 1795071740826);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 6, 'step', 0, NULL, '{"step": "bytes", "commitment": "9b5a6bd4a2b82ebb5dff77798c324be4db30567bfff26c6f09349afafa6b1c8c", "hashes": ["e8b3295a37f0ddd687c33bb8189e801443fdbdfb17bdfc9722fb27e1f869eeda", "ffe39fbffa39099c051f4cf1dd5d078782d6f2b7de25d82b6bd2d2b9d81b2ab4", null], "deadline": 2795071740826}', 1795071740826);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 7, 'bytes', 0, NULL, '{"seat": 0}', 1795071741352);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 8, 'bytes', 0, NULL, '{"seat": 1}', 1795071741870);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 9, 'started', 18, NULL, '{"start": 0, "commitment": "9b5a6bd4a2b82ebb5dff77798c324be4db30567bfff26c6f09349afafa6b1c8c", "hashes": ["e8b3295a37f0ddd687c33bb8189e801443fdbdfb17bdfc9722fb27e1f869eeda", "ffe39fbffa39099c051f4cf1dd5d078782d6f2b7de25d82b6bd2d2b9d81b2ab4", null], "bytes": ["019ad7cdd7d2cbecb779471850e13eaf", "7b0614f20eb9ace5ba4c30ff782d7417", null]}', 1795071741870);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071742279);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "fd467fb7b1f4db217323e1e7b81f44d80c9310aea616516566bc6d3cbcc10f68", "hashes": null, "deadline": 2795071742578}', 1795071742578);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 10, 'sealed', 18, NULL, '{"seat": 2}', 1795071742755);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071742884);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "fd467fb7b1f4db217323e1e7b81f44d80c9310aea616516566bc6d3cbcc10f68", "hashes": ["4cf9aece8f83728b980938405ef9566ecd2a7a75365f756e41e96d413e629afa", null], "deadline": 2795071742884}', 1795071742884);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071743335);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 6, 'started', 14, NULL, '{"start": 0, "commitment": "fd467fb7b1f4db217323e1e7b81f44d80c9310aea616516566bc6d3cbcc10f68", "hashes": ["4cf9aece8f83728b980938405ef9566ecd2a7a75365f756e41e96d413e629afa", null], "bytes": ["2652994bd9299eef63a3b67d1f4dbff5", null]}', 1795071743335);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071743786);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 7, 'sealed', 14, NULL, '{"seat": 1}', 1795071743956);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "75ec60f79884020530d1f84119d6c6ca79d619e1d9f6c47ba917cd4226b57250", "hashes": null, "deadline": 2795071744208}', 1795071744208);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071744580);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "75ec60f79884020530d1f84119d6c6ca79d619e1d9f6c47ba917cd4226b57250", "hashes": ["d42965e6b9561f318949a87b1e642e0e8e13515134c2ad5179f6fc1f4081ed15", null], "deadline": 2795071744580}', 1795071744580);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071744970);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 6, 'started', 14, NULL, '{"start": 0, "commitment": "75ec60f79884020530d1f84119d6c6ca79d619e1d9f6c47ba917cd4226b57250", "hashes": ["d42965e6b9561f318949a87b1e642e0e8e13515134c2ad5179f6fc1f4081ed15", null], "bytes": ["76d6c8746cb316eb81a69acabf1d5d02", null]}', 1795071744970);
INSERT INTO public.events VALUES ('GF14URF_S1gccHdnt8tv2w', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071745204);
INSERT INTO public.events VALUES ('GF14URF_S1gccHdnt8tv2w', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "e801b5916ffd2278368d859655ab5f5dce5ab05e0c4cf2562c77351814963f6d", "hashes": null, "deadline": 2795071745204}', 1795071745204);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 7, 'sealed', 14, NULL, '{"seat": 1}', 1795071745278);
INSERT INTO public.events VALUES ('GF14URF_S1gccHdnt8tv2w', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071745311);
INSERT INTO public.events VALUES ('C2YkG2spAPoemskCj3Cfzw', 10, 'sealed', 14, NULL, '{"seat": 0}', 1795071745709);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 11, 'sealed', 18, NULL, '{"seat": 0}', 1795071746121);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 12, 'moved', 21, NULL, '{"start": 18}', 1795071746412);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 13, 'moved', 24, NULL, '{"start": 21}', 1795071746892);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 14, 'moved', 25, NULL, '{"start": 24}', 1795071747431);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 15, 'moved', 26, NULL, '{"start": 25}', 1795071748065);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 16, 'moved', 27, NULL, '{"start": 26}', 1795071748198);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 17, 'moved', 29, NULL, '{"start": 27}', 1795071748433);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 18, 'moved', 31, NULL, '{"start": 29}', 1795071748953);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 19, 'moved', 32, NULL, '{"start": 31}', 1795071749370);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 20, 'moved', 33, NULL, '{"start": 32}', 1795071749561);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 21, 'moved', 34, NULL, '{"start": 33}', 1795071749721);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 22, 'moved', 36, NULL, '{"start": 34}', 1795071749871);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 23, 'moved', 38, NULL, '{"start": 36}', 1795071750068);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 24, 'moved', 40, NULL, '{"start": 38}', 1795071750136);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 25, 'moved', 42, NULL, '{"start": 40}', 1795071750472);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 26, 'moved', 44, NULL, '{"start": 42}', 1795071750636);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 27, 'moved', 51, NULL, '{"start": 44}', 1795071750857);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 28, 'moved', 52, NULL, '{"start": 51}', 1795071751079);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 29, 'moved', 53, NULL, '{"start": 52}', 1795071751383);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 30, 'chat', 53, 'ieTgvNfkfesjZTuyaLTP6A', '{"text": "Hello, Bo!"}', 1795071751495);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 11, 'moved', 21, NULL, '{"start": 20}', 1795071752938);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 12, 'moved', 22, NULL, '{"start": 21}', 1795071753253);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 14, 'moved', 25, NULL, '{"start": 23}', 1795071753736);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 16, 'moved', 29, NULL, '{"start": 27}', 1795071754472);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 20, 'moved', 35, NULL, '{"start": 33}', 1795071755478);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 24, 'moved', 41, NULL, '{"start": 39}', 1795071756820);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 34, 'moved', 63, NULL, '{"start": 62}', 1795071758713);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 38, 'moved', 76, NULL, '{"start": 74}', 1795071759455);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 43, 'moved', 83, NULL, '{"start": 81}', 1795071760609);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 50, 'moved', 95, NULL, '{"start": 93}', 1795071763385);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 51, 'moved', 97, NULL, '{"start": 95}', 1795071763827);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 52, 'finished', 97, NULL, '{"commitment": "fd467fb7b1f4db217323e1e7b81f44d80c9310aea616516566bc6d3cbcc10f68", "secret": "e7dd2eb3c5c76e874ab3eb289f682bc4ef92cc7c8954467e5d20c17d63fffa81", "bytes": ["2652994bd9299eef63a3b67d1f4dbff5", null], "result": {"seats": [{"seat": 0, "total": 14, "place": 2, "lines": [{"points": 11, "code": "routes", "parameters": {"routes": 8, "spaces": 11}, "text": "Routes claimed: 8, of 11 spaces in all.", "tracks": ["central_park-times_square/2", "chelsea-empire_state_building", "chinatown-greenwich_village", "chinatown-lower_east_side", "chinatown-wall_street", "east_village-lower_east_side", "empire_state_building-times_square", "midtown_west-times_square"]}, {"points": -4, "code": "ticket_not_completed", "parameters": {"ticket": "east_village-times_square"}, "text": "Ticket east_village-times_square not completed.", "tracks": []}, {"points": 7, "code": "attractions", "parameters": {"attractions": 7, "cities": "central_park, chelsea, chinatown, empire_state_building, greenwich_village, times_square, wall_street"}, "text": "Attractions reached: 7 (central_park, chelsea, chinatown, empire_state_building, greenwich_village, times_square, wall_street).", "tracks": []}], "longest_path": []}, {"seat": 1, "total": 30, "place": 1, "lines": [{"points": 13, "code": "routes", "parameters": {"routes": 7, "spaces": 13}, "text": "Routes claimed: 7, of 13 spaces in all.", "tracks": ["central_park-lincoln_center", "east_village-greenwich_village", "empire_state_building-gramercy_park", "empire_state_building-midtown_west", "gramercy_park-greenwich_village", "greenwich_village-soho", "lincoln_center-midtown_west"]}, {"points": 4, "code": "ticket_completed", "parameters": {"ticket": "central_park-gramercy_park"}, "text": "Ticket central_park-gramercy_park completed.", "tracks": ["central_park-lincoln_center", "lincoln_center-midtown_west", "empire_state_building-midtown_west", "empire_state_building-gramercy_park"]}, {"points": 4, "code": "ticket_completed", "parameters": {"ticket": "east_village-soho"}, "text": "Ticket east_village-soho completed.", "tracks": ["east_village-greenwich_village", "greenwich_village-soho"]}, {"points": 6, "code": "ticket_completed", "parameters": {"ticket": "greenwich_village-lincoln_center"}, "text": "Ticket greenwich_village-lincoln_center completed.", "tracks": ["gramercy_park-greenwich_village", "empire_state_building-gramercy_park", "empire_state_building-midtown_west", "lincoln_center-midtown_west"]}, {"points": 3, "code": "attractions", "parameters": {"attractions": 3, "cities": "central_park, empire_state_building, greenwich_village"}, "text": "Attractions reached: 3 (central_park, empire_state_building, greenwich_village).", "tracks": []}], "longest_path": []}], "winners": [1], "reason": {"code": "won_by_points", "parameters": {"seat": 1, "total": 30}, "text": "Seat 1 wins with 30 points."}}}', 1795071763827);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 11, 'moved', 19, NULL, '{"start": 18}', 1795071765889);
INSERT INTO public.events VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 31, 'moved', 54, NULL, '{"start": 53}', 1795071751560);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 18, 'moved', 32, NULL, '{"start": 31}', 1795071755012);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 23, 'moved', 39, NULL, '{"start": 38}', 1795071756568);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 27, 'moved', 52, NULL, '{"start": 45}', 1795071757608);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 42, 'moved', 81, NULL, '{"start": 79}', 1795071760208);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 8, 'moved', 16, NULL, '{"start": 14}', 1795071764578);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 8, 'moved', 16, NULL, '{"start": 14}', 1795071751744);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 22, 'moved', 38, NULL, '{"start": 37}', 1795071756189);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 26, 'moved', 45, NULL, '{"start": 43}', 1795071757310);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 29, 'moved', 55, NULL, '{"start": 53}', 1795071757877);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 30, 'moved', 57, NULL, '{"start": 55}', 1795071758018);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 32, 'moved', 61, NULL, '{"start": 59}', 1795071758440);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 33, 'moved', 62, NULL, '{"start": 61}', 1795071758601);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 36, 'moved', 72, NULL, '{"start": 65}', 1795071759012);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 39, 'moved', 77, NULL, '{"start": 76}', 1795071759584);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 46, 'moved', 88, NULL, '{"start": 87}', 1795071761732);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 9, 'moved', 17, NULL, '{"start": 16}', 1795071765163);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 10, 'moved', 18, NULL, '{"start": 17}', 1795071765543);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 12, 'away', 19, NULL, '{"seat": 0, "why": "resigned"}', 1795071766300);
INSERT INTO public.events VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 13, 'abandoned', 19, NULL, '{"commitment": "75ec60f79884020530d1f84119d6c6ca79d619e1d9f6c47ba917cd4226b57250", "secret": "6643859a2b68a1dc8d12cb5b83ea77052ee4a67164692d89e82426ec28a87a4b", "bytes": ["76d6c8746cb316eb81a69acabf1d5d02", null]}', 1795071766300);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 9, 'moved', 19, NULL, '{"start": 16}', 1795071752070);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 10, 'moved', 20, NULL, '{"start": 19}', 1795071752635);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 13, 'moved', 23, NULL, '{"start": 22}', 1795071753435);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 17, 'moved', 31, NULL, '{"start": 29}', 1795071754768);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 25, 'moved', 43, NULL, '{"start": 41}', 1795071757136);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 28, 'moved', 53, NULL, '{"start": 52}', 1795071757692);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 31, 'moved', 59, NULL, '{"start": 57}', 1795071758216);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 37, 'moved', 74, NULL, '{"start": 72}', 1795071759179);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 40, 'moved', 78, NULL, '{"start": 77}', 1795071759745);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 44, 'moved', 85, NULL, '{"start": 83}', 1795071760962);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 47, 'moved', 89, NULL, '{"start": 88}', 1795071762033);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 15, 'moved', 27, NULL, '{"start": 25}', 1795071754064);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 19, 'moved', 33, NULL, '{"start": 32}', 1795071755220);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 21, 'moved', 37, NULL, '{"start": 35}', 1795071755928);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 35, 'moved', 65, NULL, '{"start": 63}', 1795071758841);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 41, 'moved', 79, NULL, '{"start": 78}', 1795071759918);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 45, 'moved', 87, NULL, '{"start": 85}', 1795071761385);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 48, 'moved', 91, NULL, '{"start": 89}', 1795071762480);
INSERT INTO public.events VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 49, 'moved', 93, NULL, '{"start": 91}', 1795071762956);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071861030);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "9dcdb4a387f74add0ca13969e23a32fcab5729c3a0b16d2a56f0665b8b79faaf", "hashes": null, "deadline": 1795071921262}', 1795071861262);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071861889);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "9dcdb4a387f74add0ca13969e23a32fcab5729c3a0b16d2a56f0665b8b79faaf", "hashes": ["91435fea42dd0b778f56daa0695f9e71a21799568a615cfce22262510dece6ba", null, null], "deadline": 1795071921889}', 1795071861889);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071862537);
INSERT INTO public.events VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 6, 'started', 18, NULL, '{"start": 0, "commitment": "9dcdb4a387f74add0ca13969e23a32fcab5729c3a0b16d2a56f0665b8b79faaf", "hashes": ["91435fea42dd0b778f56daa0695f9e71a21799568a615cfce22262510dece6ba", null, null], "bytes": ["0479d926b8f7fffb895492bdf597931d", null, null]}', 1795071862537);



INSERT INTO public.moves VALUES ('C2YkG2spAPoemskCj3Cfzw', 0, '= first 0 0/2
= green 16/44
= locomotive 0/43
= green 15/42
= black 19/41
= orange 39/40
= blue 8/39
= black 16/38
= green 13/37
= pink 22/36
= chelsea-wall_street 7/18
= brooklyn-empire_state_building 1/17
= midtown_west-united_nations 13/16
= central_park-chelsea 2/15', 1795071739508);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 0, '= first 2 2/3
= red 36/44
= green 17/43
= orange 36/42
= red 31/41
= black 20/40
= pink 27/39
= orange 34/38
= red 29/37
= locomotive 0/36
= green 17/35
= orange 32/34
= central_park-chelsea 3/18
= united_nations-wall_street 16/17
= central_park-midtown_west 5/16
= empire_state_building-greenwich_village 9/15
= east_village-times_square 8/14
= soho-times_square 12/13', 1795071741870);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 0, '= first 1 1/2
= black 20/44
= black 20/43
= blue 8/42
= blue 12/41
= blue 8/40
= locomotive 1/39
= red 27/38
= black 18/37
= black 16/36
= east_village-times_square 10/18
= empire_state_building-lincoln_center 11/17
= central_park-gramercy_park 5/16
= greenwich_village-lincoln_center 10/15', 1795071743335);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 0, '= first 0 0/2
= pink 30/44
= locomotive 2/43
= locomotive 4/42
= orange 40/41
= red 31/40
= locomotive 1/39
= locomotive 1/38
= blue 9/37
= black 17/36
= central_park-chelsea 3/18
= lower_east_side-wall_street 13/17
= greenwich_village-lincoln_center 12/16
= east_village-soho 8/15', 1795071744970);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 18, '0 keep 1', 1795071746412);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 19, '1 keep 1', 1795071746412);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 20, '2 keep 1 2', 1795071746412);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 21, '2 tickets
= central_park-gramercy_park 4/12
= brooklyn-chelsea 0/11', 1795071746892);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 24, '2 keep 2', 1795071747431);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 25, '0 claim chinatown-wall_street 1 green', 1795071748065);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 26, '1 claim empire_state_building-gramercy_park/2 1 red', 1795071748198);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 27, '2 take green
= black 19/33', 1795071748433);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 29, '2 take orange
= locomotive 5/32', 1795071748953);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 31, '0 claim midtown_west-times_square 1 red', 1795071749370);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 32, '1 claim empire_state_building-times_square 1 orange', 1795071749561);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 33, '2 claim empire_state_building-times_square/2 1 pink', 1795071749721);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 34, '0 draw
= orange 28/31', 1795071749871);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 36, '0 draw
= locomotive 1/30', 1795071750068);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 38, '1 draw
= pink 21/29', 1795071750136);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 40, '1 draw
= locomotive 0/28', 1795071750472);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 42, '2 take orange
= pink 20/27', 1795071750636);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 44, '2 take pink
= locomotive 2/26
= blue 5/25
= black 14/24
= green 8/23
= black 13/22
= black 12/21', 1795071750857);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 51, '0 claim chinatown-lower_east_side 1 locomotive', 1795071751079);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 52, '1 claim chinatown-wall_street/2 1 locomotive', 1795071751383);
INSERT INTO public.moves VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 53, '2 claim greenwich_village-soho 2 orange', 1795071751560);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 14, '0 keep 1', 1795071751744);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 15, '1 keep 1 2', 1795071751744);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 16, '1 tickets
= east_village-soho 8/14
= brooklyn-chelsea 0/13', 1795071752070);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 19, '1 keep 1', 1795071752635);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 20, '0 claim east_village-lower_east_side 1 black', 1795071752938);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 21, '1 claim empire_state_building-gramercy_park 1 blue', 1795071753253);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 22, '0 claim midtown_west-times_square 1 black', 1795071753435);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 23, '1 take black
= locomotive 1/35', 1795071753736);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 25, '1 take blue
= orange 29/34', 1795071754064);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 27, '0 draw
= blue 7/33', 1795071754472);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 29, '0 draw
= orange 27/32', 1795071754768);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 31, '1 claim east_village-greenwich_village 2 blue', 1795071755012);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 32, '0 claim chinatown-lower_east_side 1 blue', 1795071755220);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 33, '1 take orange
= pink 21/31', 1795071755478);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 35, '1 take black
= green 13/30', 1795071755928);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 37, '0 claim empire_state_building-times_square 1 orange', 1795071756189);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 38, '1 claim gramercy_park-greenwich_village 2 black', 1795071756568);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 39, '0 draw
= green 10/29', 1795071756820);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 41, '0 draw
= green 8/28', 1795071757136);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 43, '1 take green
= green 9/27', 1795071757310);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 45, '1 take red
= locomotive 3/26
= locomotive 0/25
= orange 21/24
= orange 22/23
= green 7/22
= black 7/21', 1795071757608);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 52, '0 claim chinatown-wall_street 1 green', 1795071757692);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 53, '1 take orange
= locomotive 1/20', 1795071757877);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 55, '1 take orange
= blue 3/19', 1795071758018);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 57, '0 draw
= green 4/18', 1795071758216);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 59, '0 draw
= locomotive 0/17', 1795071758440);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 61, '1 claim central_park-lincoln_center 2 orange', 1795071758601);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 62, '0 claim chelsea-empire_state_building 2 green', 1795071758713);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 63, '1 take green
= orange 15/16', 1795071758841);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 65, '1 take orange
= locomotive 1/15
= orange 13/14
= pink 7/13
= black 2/12
= red 10/11
= pink 5/10', 1795071759012);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 72, '0 draw
= red 7/9', 1795071759179);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 74, '0 draw
= pink 4/8', 1795071759455);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 76, '1 claim empire_state_building-midtown_west 2 green', 1795071759584);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 77, '0 claim chinatown-greenwich_village 1 pink 1 locomotive', 1795071759745);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 78, '1 claim greenwich_village-soho 2 orange', 1795071759918);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 79, '0 draw
= red 4/7', 1795071760208);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 81, '0 draw
= pink 2/6', 1795071760609);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 83, '1 take red
= locomotive 0/5', 1795071760962);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 85, '1 draw
= red 3/4', 1795071761385);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 87, '0 claim central_park-times_square/2 2 red', 1795071761732);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 88, '1 claim lincoln_center-midtown_west 2 red', 1795071762033);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 89, '0 draw
= red 2/3', 1795071762480);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 91, '0 draw
= pink 1/2', 1795071762956);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 93, '1 take black
= blue 0/1', 1795071763385);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 14, '0 keep 1', 1795071764578);
INSERT INTO public.moves VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 95, '1 draw
= black 22/34', 1795071763827);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 18, '0 claim chinatown-wall_street/2 1 pink', 1795071765889);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 15, '1 keep 1 2', 1795071764578);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 16, '0 claim chinatown-lower_east_side 1 locomotive', 1795071765163);
INSERT INTO public.moves VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 17, '1 claim empire_state_building-times_square 1 orange', 1795071765543);
INSERT INTO public.moves VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 0, '= first 1 1/3
= red 37/44
= locomotive 1/43
= blue 7/42
= locomotive 4/41
= green 16/40
= locomotive 2/39
= pink 23/38
= blue 7/37
= locomotive 0/36
= orange 30/35
= red 28/34
= east_village-soho 9/18
= brooklyn-empire_state_building 1/17
= east_village-times_square 8/16
= empire_state_building-lincoln_center 9/15
= brooklyn-times_square 1/14
= central_park-midtown_west 4/13', 1795071862537);



INSERT INTO public.mutes VALUES ('51toTcMVEhgX9oIyVaLFwA', 'ieTgvNfkfesjZTuyaLTP6A');



INSERT INTO public.players VALUES ('ieTgvNfkfesjZTuyaLTP6A', 'Ann', 1795071736073, 1795071767551, false);
INSERT INTO public.players VALUES ('51toTcMVEhgX9oIyVaLFwA', 'Bo', 1795071736661, 1795071767551, false);
INSERT INTO public.players VALUES ('tYqr4lWvP3OSNoNFaI3I4g', 'Cleo', 1795071860734, 1795071860734, false);












INSERT INTO public.sealed VALUES ('C2YkG2spAPoemskCj3Cfzw', 0, 'keep 1 2');



INSERT INTO public.seats VALUES ('2FUwxgjPJdEqVwi7GQF2iQ', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('2FUwxgjPJdEqVwi7GQF2iQ', 1, NULL, NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('C2YkG2spAPoemskCj3Cfzw', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, false, 'b71e176e6e4e0d0125cbb86d9fa7f1edf7c2f08917b14e657807e56d3b6633c6', '\x60e281b130b5496fb51c9c68f5725079', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('C2YkG2spAPoemskCj3Cfzw', 1, '51toTcMVEhgX9oIyVaLFwA', NULL, false, '950a39273639fbf449759c30b39cfa0134970199d90af51ac4d7e3dd04ff19ee', '\x770bb0bc0155f10274afc25fdd6dd86e', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 2, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, false, 'e8b3295a37f0ddd687c33bb8189e801443fdbdfb17bdfc9722fb27e1f869eeda', '\x019ad7cdd7d2cbecb779471850e13eaf', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 1, '51toTcMVEhgX9oIyVaLFwA', NULL, false, 'ffe39fbffa39099c051f4cf1dd5d078782d6f2b7de25d82b6bd2d2b9d81b2ab4', '\x7b0614f20eb9ace5ba4c30ff782d7417', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('GF14URF_S1gccHdnt8tv2w', 1, '51toTcMVEhgX9oIyVaLFwA', NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('GF14URF_S1gccHdnt8tv2w', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, false, '19cbffd53243fb7553f02014588da6803cbebd59202d5c6cd19afb567618cfbb', NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, false, '4cf9aece8f83728b980938405ef9566ecd2a7a75365f756e41e96d413e629afa', '\x2652994bd9299eef63a3b67d1f4dbff5', 0, 0, false, NULL, false, true, true);
INSERT INTO public.seats VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 0, 'ieTgvNfkfesjZTuyaLTP6A', NULL, true, 'd42965e6b9561f318949a87b1e642e0e8e13515134c2ad5179f6fc1f4081ed15', '\x76d6c8746cb316eb81a69acabf1d5d02', 0, 0, true, NULL, false, true, true);
INSERT INTO public.seats VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 2, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 0, 'tYqr4lWvP3OSNoNFaI3I4g', NULL, false, '91435fea42dd0b778f56daa0695f9e71a21799568a615cfce22262510dece6ba', '\x0479d926b8f7fffb895492bdf597931d', 0, 0, false, NULL, false, NULL, true);



INSERT INTO public.settings VALUES ('signing key', '\x18838f91fcf187e4500c8b4bde1b5feb88dbc1195a252275e7f52d0883ae08fd');



INSERT INTO public.tables VALUES ('2FUwxgjPJdEqVwi7GQF2iQ', 1, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'ieTgvNfkfesjZTuyaLTP6A', true, false, 'none', 0, 0, 'dispatcher', NULL, 'open', 'seats', '\xa93c3d79924f70a459b421886b06b6074799a1212b264c558226c22a28ea580f', 0, 0, '', 1795071736886, NULL, 1795071736886, 1795071736886);
INSERT INTO public.tables VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 6, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 3, 'tYqr4lWvP3OSNoNFaI3I4g', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\x0fe2a9087793dfbf7f84df16c5f1c25bc659b3eb1fd5c3950644047c8197d0d3', 18, 0, '', 1795071862537, NULL, 1795071861030, 1795071862537);
INSERT INTO public.tables VALUES ('GF14URF_S1gccHdnt8tv2w', 4, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'ieTgvNfkfesjZTuyaLTP6A', false, false, 'none', 0, 0, 'dispatcher', NULL, 'open', 'hashes', '\x26eeb460d27765c48aff01f30e9e2687dfe06b389cdcb033b37e7fd55caf1ef0', 0, 0, '', 1795071745204, 2795071745204, 1795071737186, 1795071745311);
INSERT INTO public.tables VALUES ('C2YkG2spAPoemskCj3Cfzw', 10, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'ieTgvNfkfesjZTuyaLTP6A', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\xd1c60728a9f7b04e3a7b2acb0762f19a1431173d3789badcc6dd8ec81015cf59', 14, 0, '', 1795071739508, NULL, 1795071737362, 1795071745709);
INSERT INTO public.tables VALUES ('L7zdaZAM-jCbBAuZVSBgLQ', 31, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 3, 'ieTgvNfkfesjZTuyaLTP6A', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\x36226cf08b810a5aedd4a1a909b0d0988dc774b18d2da434721ca1099f5a352f', 54, 0, '', 1795071751560, NULL, 1795071739869, 1795071751560);
INSERT INTO public.tables VALUES ('Pp4_eIdSx3erx8k1_KuzRA', 52, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'ieTgvNfkfesjZTuyaLTP6A', false, false, 'none', 0, 0, 'dispatcher', NULL, 'finished', 'done', '\xe7dd2eb3c5c76e874ab3eb289f682bc4ef92cc7c8954467e5d20c17d63fffa81', 97, 0, '', 1795071763827, NULL, 1795071742279, 1795071763827);
INSERT INTO public.tables VALUES ('BJVaj8rBmVc5dM3hQmqeLQ', 13, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'ieTgvNfkfesjZTuyaLTP6A', false, false, 'none', 0, 0, 'dispatcher', NULL, 'abandoned', 'done', '\x6643859a2b68a1dc8d12cb5b83ea77052ee4a67164692d89e82426ec28a87a4b', 19, 0, '', 1795071765889, NULL, 1795071743786, 1795071766300);



INSERT INTO public.turns VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 1, 18, 1795071862537, 1795071865037);
INSERT INTO public.turns VALUES ('ZkzSrcNSNJXu1At4oy-i7A', 2, 18, 1795071862537, 1795071865037);



ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);



ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (table_id, id);



ALTER TABLE ONLY public.moves
    ADD CONSTRAINT moves_pkey PRIMARY KEY (table_id, ply);



ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_pkey PRIMARY KEY (player, muted);



ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (table_id, player);



ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT rematches_pkey PRIMARY KEY (table_id);



ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (table_id, version, rollouts);



ALTER TABLE ONLY public.sealed
    ADD CONSTRAINT sealed_pkey PRIMARY KEY (table_id, seat);



ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (table_id, seat);



ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);



ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (table_id, seat);



CREATE INDEX seats_by_player ON public.seats USING btree (player);



CREATE INDEX tables_by_deadline ON public.tables USING btree (deadline);



CREATE INDEX tables_by_state ON public.tables USING btree (state, touched);



CREATE TRIGGER whistlestop_notice AFTER INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION public.whistlestop_notice();



ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.moves
    ADD CONSTRAINT moves_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_player_fkey FOREIGN KEY (player) REFERENCES public.players(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT rematches_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.sealed
    ADD CONSTRAINT sealed_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;




