-- Tables that are not resources: sessions, rights of users, the audit trail, idempotent calls, jobs.
create unique index user_email_uk on "user" (lower(email));

create table user_role (
  user_id integer not null references "user" (id) on delete cascade,
  role_id integer not null references role (id) on delete cascade,
  primary key (user_id, role_id)
);
create table user_permission (
  user_id integer not null references "user" (id) on delete cascade,
  permission_id integer not null references permission (id) on delete cascade,
  primary key (user_id, permission_id)
);
create table role_permission (
  role_id integer not null references role (id) on delete cascade,
  permission_id integer not null references permission (id) on delete cascade,
  primary key (role_id, permission_id)
);
create table user_empresa (
  user_id integer not null references "user" (id) on delete cascade,
  empresa_id integer not null references empresa (id) on delete cascade,
  primary key (user_id, empresa_id)
);

create table sessao (
  id integer primary key generated always as identity,
  token_hash text not null unique,
  user_id integer not null references "user" (id) on delete cascade,
  empresa_id integer references empresa (id),
  criada_em timestamptz not null default now(),
  usada_em timestamptz not null default now(),
  revogada_em timestamptz
);
create index sessao_user_ix on sessao (user_id);

-- Sign-ins, tried and done: the brute-force limits and the audit of sign-ins read it.
create table tentativa_login (
  id bigint primary key generated always as identity,
  email text not null,
  endereco text not null,
  user_id integer references "user" (id) on delete set null,
  ok boolean not null,
  dh timestamptz not null default now()
);
create index tentativa_login_email_ix on tentativa_login (email, dh);
create index tentativa_login_endereco_ix on tentativa_login (endereco, dh);

create table redefinicao_senha (
  token_hash text primary key,
  user_id integer not null references "user" (id) on delete cascade,
  expira_em timestamptz not null,
  usada_em timestamptz
);

create table auditoria (
  id bigint primary key generated always as identity,
  dh timestamptz not null default now(),
  recurso text not null,
  registro_id integer not null,
  pai text,
  pai_id integer,
  empresa_id integer references empresa (id),
  user_id integer references "user" (id) on delete set null,
  acao text not null,
  campos jsonb not null default '[]'
);
create index auditoria_registro_ix on auditoria (recurso, registro_id, id);
create index auditoria_pai_ix on auditoria (pai, pai_id, id) where pai is not null;
alter table auditoria enable row level security;
create policy auditoria_empresa on auditoria to prumo_app using (
  empresa_id is null or (select current_setting('prumo.empresas', true)) = '*'
  or empresa_id = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[])
);

create table idempotencia (
  user_id integer not null,
  chave text not null,
  rota text not null,
  resposta jsonb,
  dh timestamptz not null default now(),
  primary key (user_id, chave)
);

-- Ledgers and the trail are added to, never rewritten.
revoke update, delete, truncate on movimento_estoque, movimento_financeiro, auditoria from prumo_app;
-- Sequences and tables made before this file.
grant select, insert, update, delete on all tables in schema public to prumo_app;
revoke update, delete, truncate on movimento_estoque, movimento_financeiro, auditoria from prumo_app;
grant usage, select on all sequences in schema public to prumo_app;
