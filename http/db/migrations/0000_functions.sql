-- What every table may use: search text, the application's role, and the jobs of row-level security.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- Text as searches see it: lower case, no accents. Immutable, so that columns and indexes can be made of it.
create or replace function prumo_busca(value text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- The role that the application works as: it owns nothing and is subject to row-level security.
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'prumo_app') then
    create role prumo_app nologin;
  end if;
end $$;
grant prumo_app to current_user;
grant usage on schema public to prumo_app;
alter default privileges in schema public grant select, insert, update, delete on tables to prumo_app;
alter default privileges in schema public grant usage, select on sequences to prumo_app;
