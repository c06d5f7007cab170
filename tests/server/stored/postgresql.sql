


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



INSERT INTO public.events VALUES ('pImxu2gG1AYxKpms9UyYLw', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071032340);
INSERT INTO public.events VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071032372);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071032409);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071032456);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "37c7f80b02838efd3db35f6d86cb96af840752526ff7f4a09a548d4ed09c1d10", "hashes": null, "deadline": 1795071092456}', 1795071032456);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071032547);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 5, 'hash', 0, NULL, '{"seat": 1}', 1795071032628);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 6, 'step', 0, NULL, '{"step": "bytes", "commitment": "37c7f80b02838efd3db35f6d86cb96af840752526ff7f4a09a548d4ed09c1d10", "hashes": ["c295f7629ff6a00e15dd486f1572fcefe9682b6b12fc148d83eaea78210fe250", "5f7f235418f6065037b767b3a89f1c7fe920378124032f88cab34f3a063f3171"], "deadline": 1795071092628}', 1795071032628);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 7, 'bytes', 0, NULL, '{"seat": 0}', 1795071032707);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 8, 'bytes', 0, NULL, '{"seat": 1}', 1795071032752);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 9, 'started', 14, NULL, '{"start": 0, "commitment": "37c7f80b02838efd3db35f6d86cb96af840752526ff7f4a09a548d4ed09c1d10", "hashes": ["c295f7629ff6a00e15dd486f1572fcefe9682b6b12fc148d83eaea78210fe250", "5f7f235418f6065037b767b3a89f1c7fe920378124032f88cab34f3a063f3171"], "bytes": ["05007039fdaa397823ad16eec57ef783", "b9e6696673f73ba06cae5bbba71958c8"]}', 1795071032752);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071032877);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071032909);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "4b8394fc04ed4464bb1ba557e4f1bfde672e9784ce2168030a223c449edcb775", "hashes": null, "deadline": 1795071092909}', 1795071032909);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071032934);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 5, 'hash', 0, NULL, '{"seat": 1}', 1795071032958);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 6, 'step', 0, NULL, '{"step": "bytes", "commitment": "4b8394fc04ed4464bb1ba557e4f1bfde672e9784ce2168030a223c449edcb775", "hashes": ["cd1d4b61fb0e02acea9629df71d48a6246d6712f99601a495eea31b083a9bdbe", "3a1e820aa9a005c227e6a2759000f9ce6065a007baf630016ff8423b485acf3e", null], "deadline": 1795071092958}', 1795071032958);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 7, 'bytes', 0, NULL, '{"seat": 0}', 1795071032993);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 8, 'bytes', 0, NULL, '{"seat": 1}', 1795071033013);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 9, 'started', 18, NULL, '{"start": 0, "commitment": "4b8394fc04ed4464bb1ba557e4f1bfde672e9784ce2168030a223c449edcb775", "hashes": ["cd1d4b61fb0e02acea9629df71d48a6246d6712f99601a495eea31b083a9bdbe", "3a1e820aa9a005c227e6a2759000f9ce6065a007baf630016ff8423b485acf3e", null], "bytes": ["d9bf420ecdd8c34331f1e465fb7e3649", "690a93f2043f196430445f331697f7e8", null]}', 1795071033013);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071033020);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "346c5a3d07c6b74d95c440770a7506fd1875184b13da796b3315299cf8f8e265", "hashes": null, "deadline": 1795071093021}', 1795071033021);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071033029);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "346c5a3d07c6b74d95c440770a7506fd1875184b13da796b3315299cf8f8e265", "hashes": ["bcbae792701f6862c09782510ec2418f838bcc3e31199bd3aeabc52004ce1d93", null], "deadline": 1795071093029}', 1795071033029);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071033042);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 6, 'started', 14, NULL, '{"start": 0, "commitment": "346c5a3d07c6b74d95c440770a7506fd1875184b13da796b3315299cf8f8e265", "hashes": ["bcbae792701f6862c09782510ec2418f838bcc3e31199bd3aeabc52004ce1d93", null], "bytes": ["ce0a5c96ee46996b2d5a3e70e1a908aa", null]}', 1795071033042);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 10, 'sealed', 18, NULL, '{"seat": 2}', 1795071033216);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071033151);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "953e80e7fec63d5364c0e58ace7792b0546a8dba990f47be9d877c81cbe77a8f", "hashes": null, "deadline": 1795071093248}', 1795071033248);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 7, 'sealed', 14, NULL, '{"seat": 1}', 1795071033226);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071033292);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "953e80e7fec63d5364c0e58ace7792b0546a8dba990f47be9d877c81cbe77a8f", "hashes": ["06a6e06866b646afef9fea5f14d23a4ce65c0b9b98176b56051a05dfd0f66d39", null], "deadline": 1795071093292}', 1795071033292);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071033372);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 6, 'started', 14, NULL, '{"start": 0, "commitment": "953e80e7fec63d5364c0e58ace7792b0546a8dba990f47be9d877c81cbe77a8f", "hashes": ["06a6e06866b646afef9fea5f14d23a4ce65c0b9b98176b56051a05dfd0f66d39", null], "bytes": ["fd8b81905dfb3a209fe6a62314c69c00", null]}', 1795071033372);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 7, 'sealed', 14, NULL, '{"seat": 1}', 1795071033418);
INSERT INTO public.events VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 2, 'seats', 0, NULL, '{"what": "joined", "seat": 1}', 1795071033436);
INSERT INTO public.events VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 3, 'step', 0, NULL, '{"step": "hashes", "commitment": "6d591bfd6f34386675c5646742a8a014762e2cd8becd088e003f2e3319b9f6e7", "hashes": null, "deadline": 1795071093436}', 1795071033436);
INSERT INTO public.events VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 4, 'hash', 0, NULL, '{"seat": 0}', 1795071033460);
INSERT INTO public.events VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 10, 'sealed', 14, NULL, '{"seat": 0}', 1795071033534);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 11, 'sealed', 18, NULL, '{"seat": 0}', 1795071033764);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 12, 'moved', 21, NULL, '{"start": 18}', 1795071033812);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 13, 'moved', 22, NULL, '{"start": 21}', 1795071034107);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 14, 'moved', 25, NULL, '{"start": 22}', 1795071034248);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 15, 'moved', 26, NULL, '{"start": 25}', 1795071034324);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 16, 'moved', 27, NULL, '{"start": 26}', 1795071034467);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 17, 'moved', 28, NULL, '{"start": 27}', 1795071034511);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 18, 'moved', 29, NULL, '{"start": 28}', 1795071034706);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 19, 'moved', 30, NULL, '{"start": 29}', 1795071034779);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 20, 'moved', 32, NULL, '{"start": 30}', 1795071034864);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 21, 'moved', 34, NULL, '{"start": 32}', 1795071035000);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 22, 'moved', 36, NULL, '{"start": 34}', 1795071035071);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 23, 'moved', 38, NULL, '{"start": 36}', 1795071035164);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 24, 'moved', 40, NULL, '{"start": 38}', 1795071035204);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 25, 'moved', 42, NULL, '{"start": 40}', 1795071035289);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 26, 'moved', 43, NULL, '{"start": 42}', 1795071035336);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 27, 'moved', 44, NULL, '{"start": 43}', 1795071035398);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 28, 'moved', 45, NULL, '{"start": 44}', 1795071035481);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 29, 'moved', 47, NULL, '{"start": 45}', 1795071035528);
INSERT INTO public.events VALUES ('PECM2tQczuPtg2qqxn1ENg', 30, 'chat', 47, 'Gq8lRTPSETg4wURGsiZHbQ', '{"text": "Hello, Bo!"}', 1795071035577);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 9, 'moved', 19, NULL, '{"start": 16}', 1795071035801);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 11, 'moved', 21, NULL, '{"start": 20}', 1795071035928);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 14, 'moved', 25, NULL, '{"start": 23}', 1795071036051);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 15, 'moved', 27, NULL, '{"start": 25}', 1795071036188);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 22, 'moved', 38, NULL, '{"start": 37}', 1795071036559);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 26, 'moved', 51, NULL, '{"start": 49}', 1795071036739);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 32, 'moved', 61, NULL, '{"start": 59}', 1795071037100);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 35, 'moved', 66, NULL, '{"start": 64}', 1795071037281);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 41, 'moved', 76, NULL, '{"start": 74}', 1795071038268);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 45, 'moved', 83, NULL, '{"start": 81}', 1795071038501);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 46, 'moved', 85, NULL, '{"start": 83}', 1795071038569);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 49, 'moved', 91, NULL, '{"start": 89}', 1795071038686);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 58, 'moved', 105, NULL, '{"start": 104}', 1795071039002);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 10, 'moved', 18, NULL, '{"start": 17}', 1795071039312);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 12, 'away', 19, NULL, '{"seat": 0, "why": "resigned"}', 1795071039432);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 13, 'abandoned', 19, NULL, '{"commitment": "953e80e7fec63d5364c0e58ace7792b0546a8dba990f47be9d877c81cbe77a8f", "secret": "0ca9e2ac773c36d79b896b8396626ab66221726188ed6e865262292139230b83", "bytes": ["fd8b81905dfb3a209fe6a62314c69c00", null]}', 1795071039432);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 8, 'moved', 16, NULL, '{"start": 14}', 1795071035638);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 12, 'moved', 22, NULL, '{"start": 21}', 1795071035976);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 19, 'moved', 33, NULL, '{"start": 32}', 1795071036400);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 23, 'moved', 45, NULL, '{"start": 38}', 1795071036587);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 24, 'moved', 47, NULL, '{"start": 45}', 1795071036659);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 27, 'moved', 52, NULL, '{"start": 51}', 1795071036802);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 31, 'moved', 59, NULL, '{"start": 57}', 1795071037044);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 34, 'moved', 64, NULL, '{"start": 62}', 1795071037211);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 38, 'moved', 71, NULL, '{"start": 70}', 1795071038008);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 39, 'moved', 72, NULL, '{"start": 71}', 1795071038121);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 40, 'moved', 74, NULL, '{"start": 72}', 1795071038196);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 44, 'moved', 81, NULL, '{"start": 80}', 1795071038428);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 48, 'moved', 89, NULL, '{"start": 87}', 1795071038651);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 50, 'moved', 93, NULL, '{"start": 91}', 1795071038732);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 53, 'moved', 99, NULL, '{"start": 97}', 1795071038850);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 54, 'moved', 101, NULL, '{"start": 99}', 1795071038899);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 57, 'moved', 104, NULL, '{"start": 103}', 1795071038976);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 60, 'moved', 109, NULL, '{"start": 107}', 1795071039061);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 61, 'finished', 109, NULL, '{"commitment": "346c5a3d07c6b74d95c440770a7506fd1875184b13da796b3315299cf8f8e265", "secret": "6b6f42998bd89d8550f99ee1e7d0e97d0240d6e162da8d48056fd7b22c043c30", "bytes": ["ce0a5c96ee46996b2d5a3e70e1a908aa", null], "result": {"seats": [{"seat": 0, "total": 25, "place": 1, "lines": [{"points": 13, "code": "routes", "parameters": {"routes": 9, "spaces": 13}, "text": "Routes claimed: 9, of 13 spaces in all.", "tracks": ["central_park-times_square", "chelsea-midtown_west", "chinatown-lower_east_side", "chinatown-wall_street", "east_village-gramercy_park", "east_village-lower_east_side", "empire_state_building-gramercy_park", "greenwich_village-lower_east_side", "midtown_west-times_square"]}, {"points": 5, "code": "ticket_completed", "parameters": {"ticket": "central_park-chelsea"}, "text": "Ticket central_park-chelsea completed.", "tracks": ["central_park-times_square", "midtown_west-times_square", "chelsea-midtown_west"]}, {"points": 7, "code": "attractions", "parameters": {"attractions": 7, "cities": "central_park, chelsea, chinatown, empire_state_building, greenwich_village, times_square, wall_street"}, "text": "Attractions reached: 7 (central_park, chelsea, chinatown, empire_state_building, greenwich_village, times_square, wall_street).", "tracks": []}], "longest_path": []}, {"seat": 1, "total": 23, "place": 2, "lines": [{"points": 15, "code": "routes", "parameters": {"routes": 7, "spaces": 14}, "text": "Routes claimed: 7, of 14 spaces in all.", "tracks": ["brooklyn-lower_east_side", "chelsea-empire_state_building", "chelsea-gramercy_park", "chinatown-greenwich_village", "empire_state_building-times_square", "gramercy_park-greenwich_village", "greenwich_village-soho"]}, {"points": -8, "code": "ticket_not_completed", "parameters": {"ticket": "brooklyn-chelsea"}, "text": "Ticket brooklyn-chelsea not completed.", "tracks": []}, {"points": 4, "code": "ticket_completed", "parameters": {"ticket": "chinatown-gramercy_park"}, "text": "Ticket chinatown-gramercy_park completed.", "tracks": ["chinatown-greenwich_village", "gramercy_park-greenwich_village"]}, {"points": 6, "code": "ticket_completed", "parameters": {"ticket": "soho-times_square"}, "text": "Ticket soho-times_square completed.", "tracks": ["greenwich_village-soho", "gramercy_park-greenwich_village", "chelsea-gramercy_park", "chelsea-empire_state_building", "empire_state_building-times_square"]}, {"points": 6, "code": "attractions", "parameters": {"attractions": 6, "cities": "brooklyn, chelsea, chinatown, empire_state_building, greenwich_village, times_square"}, "text": "Attractions reached: 6 (brooklyn, chelsea, chinatown, empire_state_building, greenwich_village, times_square).", "tracks": []}], "longest_path": []}], "winners": [0], "reason": {"code": "won_by_points", "parameters": {"seat": 0, "total": 25}, "text": "Seat 0 wins with 25 points."}}}', 1795071039061);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 8, 'moved', 16, NULL, '{"start": 14}', 1795071039217);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 9, 'moved', 17, NULL, '{"start": 16}', 1795071039275);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 10, 'moved', 20, NULL, '{"start": 19}', 1795071035886);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 16, 'moved', 29, NULL, '{"start": 27}', 1795071036206);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 17, 'moved', 31, NULL, '{"start": 29}', 1795071036306);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 20, 'moved', 35, NULL, '{"start": 33}', 1795071036466);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 21, 'moved', 37, NULL, '{"start": 35}', 1795071036530);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 28, 'moved', 53, NULL, '{"start": 52}', 1795071036852);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 29, 'moved', 55, NULL, '{"start": 53}', 1795071036886);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 30, 'moved', 57, NULL, '{"start": 55}', 1795071037004);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 33, 'moved', 62, NULL, '{"start": 61}', 1795071037180);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 36, 'moved', 68, NULL, '{"start": 66}', 1795071037318);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 47, 'moved', 87, NULL, '{"start": 85}', 1795071038600);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 52, 'moved', 97, NULL, '{"start": 95}', 1795071038816);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 59, 'moved', 107, NULL, '{"start": 105}', 1795071039024);
INSERT INTO public.events VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 11, 'moved', 19, NULL, '{"start": 18}', 1795071039344);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 13, 'moved', 23, NULL, '{"start": 22}', 1795071036014);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 18, 'moved', 32, NULL, '{"start": 31}', 1795071036339);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 25, 'moved', 49, NULL, '{"start": 47}', 1795071036704);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 37, 'moved', 70, NULL, '{"start": 68}', 1795071037928);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 42, 'moved', 78, NULL, '{"start": 76}', 1795071038320);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 43, 'moved', 80, NULL, '{"start": 78}', 1795071038376);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 51, 'moved', 95, NULL, '{"start": 93}', 1795071038760);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 55, 'moved', 102, NULL, '{"start": 101}', 1795071038930);
INSERT INTO public.events VALUES ('-bOSZDsYoieS6pUvV8wxUg', 56, 'moved', 103, NULL, '{"start": 102}', 1795071038951);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 1, 'seats', 0, NULL, '{"what": "made"}', 1795071070872);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 2, 'step', 0, NULL, '{"step": "hashes", "commitment": "d5374b5a60b896934a64496031c940177671f18b89c9994e0d5dadfc5f69c896", "hashes": null, "deadline": 1795071130908}', 1795071070908);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 3, 'hash', 0, NULL, '{"seat": 0}', 1795071070948);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 4, 'step', 0, NULL, '{"step": "bytes", "commitment": "d5374b5a60b896934a64496031c940177671f18b89c9994e0d5dadfc5f69c896", "hashes": ["6a839415b75754dbce1335d5ef4e436b667135279679688966b94d8e8bfa1628", null, null], "deadline": 1795071130948}', 1795071070948);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 5, 'bytes', 0, NULL, '{"seat": 0}', 1795071071009);
INSERT INTO public.events VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 6, 'started', 18, NULL, '{"start": 0, "commitment": "d5374b5a60b896934a64496031c940177671f18b89c9994e0d5dadfc5f69c896", "hashes": ["6a839415b75754dbce1335d5ef4e436b667135279679688966b94d8e8bfa1628", null, null], "bytes": ["2c869c064a79d1f4415941e568ee6aac", null, null]}', 1795071071009);



INSERT INTO public.moves VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 0, '= first 0 0/2
= locomotive 5/44
= black 21/43
= pink 27/42
= orange 35/41
= green 15/40
= pink 24/39
= blue 9/38
= blue 8/37
= black 20/36
= chelsea-wall_street 7/18
= brooklyn-times_square 2/17
= soho-times_square 14/16
= chinatown-gramercy_park 6/15', 1795071032752);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 0, '= first 1 1/3
= orange 42/44
= locomotive 4/43
= pink 28/42
= blue 12/41
= red 34/40
= red 29/39
= locomotive 2/38
= blue 9/37
= black 16/36
= orange 30/35
= black 16/34
= lower_east_side-wall_street 14/18
= soho-times_square 15/17
= chinatown-gramercy_park 8/16
= east_village-soho 8/15
= east_village-times_square 8/14
= central_park-gramercy_park 5/13', 1795071033013);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 0, '= first 1 1/2
= green 16/44
= locomotive 4/43
= orange 39/42
= pink 26/41
= red 31/40
= orange 38/39
= orange 36/38
= red 31/37
= pink 27/36
= central_park-chelsea 3/18
= east_village-times_square 9/17
= soho-times_square 14/16
= chinatown-gramercy_park 7/15', 1795071033042);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 0, '= first 0 0/2
= green 14/44
= green 18/43
= orange 36/42
= locomotive 7/41
= blue 11/40
= orange 35/39
= black 16/38
= orange 36/37
= pink 26/36
= soho-times_square 16/18
= brooklyn-empire_state_building 1/17
= chelsea-wall_street 6/16
= united_nations-wall_street 14/15', 1795071033372);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 18, '0 keep 1', 1795071033812);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 19, '1 keep 1', 1795071033812);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 20, '2 keep 1 2', 1795071033812);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 21, '1 claim chinatown-lower_east_side 1 blue', 1795071034107);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 22, '2 tickets
= empire_state_building-lincoln_center 8/12
= brooklyn-times_square 2/11', 1795071034248);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 25, '2 keep 1 2', 1795071034324);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 26, '0 claim chinatown-wall_street 1 locomotive', 1795071034467);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 27, '1 claim chinatown-wall_street/2 1 pink', 1795071034511);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 28, '2 claim east_village-gramercy_park 2 red', 1795071034706);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 29, '0 claim empire_state_building-times_square 1 orange', 1795071034779);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 30, '1 draw
= locomotive 3/33', 1795071034864);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 32, '1 draw
= green 13/32', 1795071035000);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 34, '2 take black
= green 13/31', 1795071035071);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 36, '2 take black
= pink 18/30', 1795071035164);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 38, '0 draw
= green 12/29', 1795071035204);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 40, '0 draw
= green 9/28', 1795071035289);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 42, '1 claim east_village-lower_east_side 1 locomotive', 1795071035336);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 43, '2 claim gramercy_park-greenwich_village 2 black', 1795071035398);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 44, '0 claim midtown_west-times_square 1 green', 1795071035481);
INSERT INTO public.moves VALUES ('PECM2tQczuPtg2qqxn1ENg', 45, '1 draw
= pink 16/27', 1795071035528);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 14, '0 keep 1', 1795071035638);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 15, '1 keep 1 2', 1795071035638);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 16, '1 tickets
= east_village-soho 7/14
= brooklyn-chelsea 0/13', 1795071035801);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 19, '1 keep 2', 1795071035886);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 20, '0 claim chinatown-lower_east_side 1 locomotive', 1795071035928);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 21, '1 claim empire_state_building-times_square 1 orange', 1795071035976);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 22, '0 claim chinatown-wall_street 1 green', 1795071036014);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 23, '1 take orange
= locomotive 5/35', 1795071036051);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 25, '1 take orange
= green 15/34', 1795071036188);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 27, '0 draw
= locomotive 1/33', 1795071036206);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 29, '0 draw
= locomotive 2/32', 1795071036306);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 31, '1 claim chelsea-empire_state_building 2 orange', 1795071036339);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 32, '0 claim east_village-lower_east_side 1 locomotive', 1795071036400);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 33, '1 take green
= locomotive 1/31', 1795071036466);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 35, '1 take red
= pink 20/30', 1795071036530);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 37, '0 claim empire_state_building-gramercy_park 1 locomotive', 1795071036559);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 38, '1 take pink
= locomotive 1/29
= red 22/28
= blue 4/27
= red 21/26
= orange 24/25
= black 15/24', 1795071036587);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 45, '1 take orange
= orange 22/23', 1795071036659);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 47, '0 draw
= black 13/22', 1795071036704);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 49, '0 draw
= blue 5/21', 1795071036739);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 51, '1 claim chinatown-greenwich_village 2 pink', 1795071036802);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 52, '0 claim midtown_west-times_square 1 blue', 1795071036852);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 53, '1 take black
= orange 19/20', 1795071036886);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 55, '1 take orange
= blue 5/19', 1795071037004);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 57, '0 draw
= red 16/18', 1795071037044);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 59, '0 draw
= pink 15/17', 1795071037100);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 61, '1 claim greenwich_village-soho 2 orange', 1795071037180);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 62, '0 draw
= black 10/16', 1795071037211);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 64, '0 draw
= blue 4/15', 1795071037281);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 66, '1 take orange
= black 9/14', 1795071037318);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 68, '1 take black
= locomotive 0/13', 1795071037928);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 70, '0 claim central_park-times_square 2 black', 1795071038008);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 71, '1 claim gramercy_park-greenwich_village 2 black', 1795071038121);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 72, '0 draw
= blue 1/12', 1795071038196);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 74, '0 draw
= blue 1/11', 1795071038268);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 76, '1 draw
= green 1/10', 1795071038320);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 78, '1 draw
= green 2/9', 1795071038376);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 80, '0 claim chelsea-midtown_west 2 blue', 1795071038428);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 81, '1 draw
= green 2/8', 1795071038501);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 83, '1 draw
= pink 5/7', 1795071038569);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 85, '0 draw
= black 2/6', 1795071038600);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 87, '0 draw
= green 1/5', 1795071038651);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 89, '1 draw
= pink 2/4', 1795071038686);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 91, '1 draw
= black 1/3', 1795071038732);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 93, '0 draw
= locomotive 0/2', 1795071038760);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 95, '0 draw
= red 0/1', 1795071038816);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 97, '1 draw
= orange 19/23', 1795071038850);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 99, '1 draw
= blue 7/22', 1795071038899);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 101, '0 claim east_village-gramercy_park 1 blue 1 locomotive', 1795071038930);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 102, '1 claim chelsea-gramercy_park 2 orange', 1795071038951);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 103, '0 claim greenwich_village-lower_east_side 2 red', 1795071038976);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 107, '0 draw
= locomotive 1/20', 1795071039061);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 14, '0 keep 1', 1795071039217);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 15, '1 keep 1 2', 1795071039217);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 16, '0 claim chinatown-wall_street 1 green', 1795071039275);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 104, '1 claim brooklyn-lower_east_side 3 green', 1795071039002);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 17, '1 claim chelsea-gramercy_park 1 orange 1 locomotive', 1795071039312);
INSERT INTO public.moves VALUES ('-bOSZDsYoieS6pUvV8wxUg', 105, '0 draw
= locomotive 5/21', 1795071039024);
INSERT INTO public.moves VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 18, '0 claim midtown_west-times_square 1 green', 1795071039344);
INSERT INTO public.moves VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 0, '= first 1 1/3
= orange 43/44
= black 20/43
= green 17/42
= black 22/41
= black 20/40
= green 17/39
= orange 34/38
= locomotive 7/37
= locomotive 5/36
= green 15/35
= blue 6/34
= chinatown-gramercy_park 8/18
= midtown_west-united_nations 14/17
= empire_state_building-lincoln_center 11/16
= brooklyn-times_square 2/15
= greenwich_village-lincoln_center 10/14
= united_nations-wall_street 12/13', 1795071071009);



INSERT INTO public.mutes VALUES ('MnGp36-HBYL00LkUpVDU5w', 'Gq8lRTPSETg4wURGsiZHbQ');



INSERT INTO public.players VALUES ('Gq8lRTPSETg4wURGsiZHbQ', 'Ann', 1795071031997, 1795071035688, false);
INSERT INTO public.players VALUES ('MnGp36-HBYL00LkUpVDU5w', 'Bo', 1795071032273, 1795071035688, false);
INSERT INTO public.players VALUES ('CElnlrmCEagwjKy7OzEI-Q', 'Cleo', 1795071070774, 1795071070774, false);












INSERT INTO public.sealed VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 0, 'keep 1 2');



INSERT INTO public.seats VALUES ('pImxu2gG1AYxKpms9UyYLw', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('pImxu2gG1AYxKpms9UyYLw', 1, NULL, NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, false, 'c295f7629ff6a00e15dd486f1572fcefe9682b6b12fc148d83eaea78210fe250', '\x05007039fdaa397823ad16eec57ef783', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 1, 'MnGp36-HBYL00LkUpVDU5w', NULL, false, '5f7f235418f6065037b767b3a89f1c7fe920378124032f88cab34f3a063f3171', '\xb9e6696673f73ba06cae5bbba71958c8', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('PECM2tQczuPtg2qqxn1ENg', 2, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('PECM2tQczuPtg2qqxn1ENg', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, false, 'cd1d4b61fb0e02acea9629df71d48a6246d6712f99601a495eea31b083a9bdbe', '\xd9bf420ecdd8c34331f1e465fb7e3649', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('PECM2tQczuPtg2qqxn1ENg', 1, 'MnGp36-HBYL00LkUpVDU5w', NULL, false, '3a1e820aa9a005c227e6a2759000f9ce6065a007baf630016ff8423b485acf3e', '\x690a93f2043f196430445f331697f7e8', 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('-bOSZDsYoieS6pUvV8wxUg', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 1, 'MnGp36-HBYL00LkUpVDU5w', NULL, false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, false, '84896e4066204cd35f10b23e363b1f3318dc8f7f0c7588c136bb6232c94b89d3', NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('-bOSZDsYoieS6pUvV8wxUg', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, false, 'bcbae792701f6862c09782510ec2418f838bcc3e31199bd3aeabc52004ce1d93', '\xce0a5c96ee46996b2d5a3e70e1a908aa', 0, 0, false, NULL, false, true, true);
INSERT INTO public.seats VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 0, 'Gq8lRTPSETg4wURGsiZHbQ', NULL, true, '06a6e06866b646afef9fea5f14d23a4ce65c0b9b98176b56051a05dfd0f66d39', '\xfd8b81905dfb3a209fe6a62314c69c00', 0, 0, true, NULL, false, true, true);
INSERT INTO public.seats VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 1, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 2, NULL, 'porter', false, NULL, NULL, 0, 0, false, NULL, false, NULL, true);
INSERT INTO public.seats VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 0, 'CElnlrmCEagwjKy7OzEI-Q', NULL, false, '6a839415b75754dbce1335d5ef4e436b667135279679688966b94d8e8bfa1628', '\x2c869c064a79d1f4415941e568ee6aac', 0, 0, false, NULL, false, NULL, true);



INSERT INTO public.settings VALUES ('signing key', '\x9148cc26cf8fbd00192fa909f5b6186fd4357634e5535475c4c573985272cf63');



INSERT INTO public.tables VALUES ('pImxu2gG1AYxKpms9UyYLw', 1, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'Gq8lRTPSETg4wURGsiZHbQ', true, false, 'none', 0, 0, 'dispatcher', NULL, 'open', 'seats', '\xe806df562428d268750db33f7fb997a134d766cf78aec9ccd7f83efdf1769fa0', 0, 0, '', 1795071032340, NULL, 1795071032340, 1795071032340);
INSERT INTO public.tables VALUES ('JpqAsfbr0DYIlL9w0zsPbA', 4, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'Gq8lRTPSETg4wURGsiZHbQ', false, false, 'none', 0, 0, 'dispatcher', NULL, 'open', 'hashes', '\xd23ad501deccb03e3b69f6907b1437d805383e8ccd107707d7f8d203314984b0', 0, 0, '', 1795071033436, 1795071093436, 1795071032372, 1795071033460);
INSERT INTO public.tables VALUES ('v8a1fIqVm3b_HGzcFQpIGg', 10, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'Gq8lRTPSETg4wURGsiZHbQ', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\x349811b7d6ae906de5068fd800732216538bccd0e71575c09efc1d3fe06f28bd', 14, 0, '', 1795071032752, NULL, 1795071032409, 1795071033534);
INSERT INTO public.tables VALUES ('PECM2tQczuPtg2qqxn1ENg', 30, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 3, 'Gq8lRTPSETg4wURGsiZHbQ', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\xa7e545f3eab7726dba430ea772520ba278a4020d722838f587980009710a67ea', 47, 0, '', 1795071035528, NULL, 1795071032876, 1795071035528);
INSERT INTO public.tables VALUES ('-bOSZDsYoieS6pUvV8wxUg', 61, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'Gq8lRTPSETg4wURGsiZHbQ', false, false, 'none', 0, 0, 'dispatcher', NULL, 'finished', 'done', '\x6b6f42998bd89d8550f99ee1e7d0e97d0240d6e162da8d48056fd7b22c043c30', 109, 0, '', 1795071039061, NULL, 1795071033020, 1795071039061);
INSERT INTO public.tables VALUES ('4ZN1rfMRaa_g4GZfZEuvqQ', 13, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 2, 'Gq8lRTPSETg4wURGsiZHbQ', false, false, 'none', 0, 0, 'dispatcher', NULL, 'abandoned', 'done', '\x0ca9e2ac773c36d79b896b8396626ab66221726188ed6e865262292139230b83', 19, 0, '', 1795071039344, NULL, 1795071033151, 1795071039432);
INSERT INTO public.tables VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 6, 'new_york', '31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1', 3, 'CElnlrmCEagwjKy7OzEI-Q', false, false, 'none', 0, 0, 'dispatcher', NULL, 'playing', 'done', '\x1c737eeacf0dcedc7b63aacaa026d18fd5f163a6255287de1107a791a35e0188', 18, 0, '', 1795071071009, NULL, 1795071070872, 1795071071009);



INSERT INTO public.turns VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 1, 18, 1795071071009, 1795071073509);
INSERT INTO public.turns VALUES ('46E_jJ_EXla9lOMt7gGtnQ', 2, 18, 1795071071009, 1795071073509);



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




