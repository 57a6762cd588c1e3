-- The reports that each person starts with.
create table relatorio_favorito (
  user_id integer not null references "user" (id) on delete cascade,
  rel_name text not null,
  primary key (user_id, rel_name)
);

-- The subscriber of this installation, one row: how far behind it is with its instalments. Set by the terminal or by the billing service.
create table assinante (
  id integer primary key default 1 check (id = 1),
  "CNPJ_CPF" text,
  uuid uuid not null default gen_random_uuid(),
  "qDiasDevedor" integer not null default 0 check ("qDiasDevedor" between 0 and 3650),
  "qParcelasDevedor" integer not null default 0 check ("qParcelasDevedor" between 0 and 1000),
  dh timestamptz not null default now()
);

-- When the overdue notice was closed in a session: it is shown once for each sign-in.
alter table sessao add column aviso_bloqueio_em timestamptz;
