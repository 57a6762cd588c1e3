-- Situation codes by tax: parts of one official table, written through it.
create view icms with (security_invoker = true) as
select id, versao, criado_em, alterado_em, imposto, codigo, descricao, "dInicio", "dFim", busca from cst where imposto in ('ICMS', 'CSOSN')
with local check option;
create view ipi with (security_invoker = true) as
select id, versao, criado_em, alterado_em, imposto, codigo, descricao, "dInicio", "dFim", busca from cst where imposto = 'IPI' with local check option;
create view pis with (security_invoker = true) as
select id, versao, criado_em, alterado_em, imposto, codigo, descricao, "dInicio", "dFim", busca from cst where imposto = 'PIS' with local check option;
create view cofins with (security_invoker = true) as
select id, versao, criado_em, alterado_em, imposto, codigo, descricao, "dInicio", "dFim", busca from cst where imposto = 'COFINS' with local check option;
alter view icms alter column imposto set default 'ICMS';
alter view ipi alter column imposto set default 'IPI';
alter view pis alter column imposto set default 'PIS';
alter view cofins alter column imposto set default 'COFINS';
revoke all on icms, ipi, pis, cofins from prumo_app;
grant select, insert, update, delete on icms, ipi, pis, cofins to prumo_app;
