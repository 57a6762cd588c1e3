-- Numbers without gaps (http/platform/series.ts): each series knows its last number, each number that was taken is a row.
create table numeracao (
  id integer primary key generated always as identity,
  empresa_id integer not null references empresa (id),
  "tpDoc" integer not null,
  serie integer not null,
  "tpAmb" integer not null,
  primeiro integer not null default 1 check (primeiro > 0),
  ultimo integer not null check (ultimo >= primeiro - 1),
  unique (empresa_id, "tpDoc", serie, "tpAmb")
);
create table numeracao_numero (
  numeracao_id integer not null references numeracao (id),
  numero integer not null,
  empresa_id integer not null references empresa (id),
  recurso text not null,
  registro_id integer not null,
  dh timestamptz not null,
  primary key (numeracao_id, numero)
);
create index numeracao_numero_registro_ix on numeracao_numero (recurso, registro_id);

alter table numeracao enable row level security;
alter table numeracao_numero enable row level security;
create policy numeracao_empresa on numeracao to prumo_app using (
  (select current_setting('prumo.empresas', true)) = '*'
  or empresa_id = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[])
);
create policy numeracao_numero_empresa on numeracao_numero to prumo_app using (
  (select current_setting('prumo.empresas', true)) = '*'
  or empresa_id = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[])
);
-- A number that was taken keeps what it was taken for: it is let go of as a whole, or not.
revoke update, truncate on numeracao_numero from prumo_app;
