-- A key knows what was asked under it, and who might be answered; the answers are sealed.
delete from idempotencia;
alter table idempotencia
  add column pedido text not null default '',
  add column direitos text not null default '',
  add column registro_id integer,
  alter column resposta type text using null;
