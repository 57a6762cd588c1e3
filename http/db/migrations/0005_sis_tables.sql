-- The queue of e-mails: written in the transaction of whatever sends one, emptied by the server processes.
create table email_fila (
  id bigint primary key generated always as identity,
  para text not null,
  assunto text not null,
  -- Emptied once sent or given up where it holds a secret.
  texto text not null,
  sigiloso boolean not null default false,
  criado_em timestamptz not null default now(),
  -- After this it is worth nothing to anybody, and is not sent any more.
  expira_em timestamptz,
  proxima_em timestamptz not null default now(),
  tentativas integer not null default 0,
  enviado_em timestamptz,
  desistiu_em timestamptz,
  erro text
);
create index email_fila_pendente_ix on email_fila (proxima_em) where enviado_em is null and desistiu_em is null;

-- Calls that may be made so often and no oftener, by whatever they are counted by.
create table limite_uso (
  id bigint primary key generated always as identity,
  chave text not null,
  dh timestamptz not null default now()
);
create index limite_uso_chave_ix on limite_uso (chave, dh);
create index redefinicao_senha_user_ix on redefinicao_senha (user_id);

-- What the dashboard adds up: open titles, recent sales, products with a minimum.
create index contas_receber_aberto_ix on contas_receber (empresa_id, "dVencimento") include ("vSaldo")
  where "vSaldo" > 0 and "dhCancelamento" is null;
create index venda_painel_ix on venda (empresa_id, criado_em) include ("vTotal") where "dhCancelamento" is null;
create index mercadoria_minimo_ix on mercadoria (id) include (q_minimo) where q_minimo > 0 and ativo;

grant select, insert, update, delete on email_fila, limite_uso, solicitacao_conta to prumo_app;
grant usage, select on all sequences in schema public to prumo_app;
