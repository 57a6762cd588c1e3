-- Logos of companies, salespeople and staff: apart from their records, so that no list reads them.
create table logo (
  recurso text not null,
  registro_id integer not null,
  tipo text not null,
  conteudo bytea not null,
  dh timestamptz not null default now(),
  primary key (recurso, registro_id)
);
