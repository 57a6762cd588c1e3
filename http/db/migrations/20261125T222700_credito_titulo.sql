-- What customers have to spend becomes titles of negative balance (tpConta 11): one wallet. Each credit, then its rows, with the other sign.
ALTER TABLE "contas_receber" ADD COLUMN credito_antigo integer;
insert into contas_receber (empresa_id, cliente_id, "tpConta", descricao, documento, documento_id, origem_id, "dEmissao", "dCompetencia", "dVencimento",
  "vDup", "vSaldo", "dhCancelamento", uuid, criado_em, alterado_em, credito_antigo)
select c.empresa_id, c.cliente_id, 11, c.motivo, nullif(c.documento, 'cliente'), case when c.documento <> 'cliente' then c.documento_id end,
  (select min(m.lancamento_id) from movimento_credito m where m.credito_id = c.id and m.evento = 'concessao'),
  (c.criado_em at time zone 'America/Sao_Paulo')::date, (c.criado_em at time zone 'America/Sao_Paulo')::date,
  coalesce(c."dValidade", (c.criado_em at time zone 'America/Sao_Paulo')::date), -c."vCredito", -c."vSaldo", c."dhCancelamento", gen_random_uuid()::text,
  c.criado_em, c.alterado_em, c.id
from cliente_credito c order by c.id;

insert into movimento_financeiro (empresa_id, lancamento_id, contas_receber_id, evento, "dMovimento", valor, user_id, criado_em, alterado_em)
select m.empresa_id, m.lancamento_id, t.id,
  case m.evento when 'concessao' then 'abertura' when 'uso' then 'compensacao' when 'reembolso' then 'devolucao' when 'vencimento' then 'perda'
    when 'cancelamento' then 'cancelamento'
    else case when exists (select 1 from movimento_credito o where o.lancamento_id = m.lancamento_id and o.credito_id = m.credito_id and o.evento = 'reembolso')
      then 'devolucao' else 'compensacao' end end,
  (m.criado_em at time zone 'America/Sao_Paulo')::date, -m.valor, m.user_id, m.criado_em, m.alterado_em
from movimento_credito m join contas_receber t on t.credito_antigo = m.credito_id order by m.id;
update movimento_financeiro e set estorno_de = (
  select min(m.id) from movimento_financeiro m where m.lancamento_id = e.lancamento_id and m.contas_receber_id = e.contas_receber_id and m.id < e.id
    and m.valor = -e.valor and m.evento = case e.evento when 'cancelamento' then 'abertura' else e.evento end)
from contas_receber t where t.id = e.contas_receber_id and t.credito_antigo is not null
  and (e.evento = 'cancelamento' or (e.evento in ('compensacao', 'devolucao') and e.valor < 0));

-- Receivables that credit paid were offset by it.
update movimento_financeiro m set evento = 'compensacao' from lancamento n
where n.id = m.lancamento_id and m.evento = 'baixa' and m.contas_receber_id is not null and (n.passo = 'baixaCredito' or (n.passo = 'fatura' and exists (
  select 1 from venda_duplicata d where d.conta_receber_id = m.contas_receber_id and d."vCredito" > 0)));

-- What was received as a sale was invoiced is a fact of its own, and money in the company's cash account.
insert into banco (empresa_id, descricao, padrao) select e.id, 'Caixa', true from empresa e where not exists (select 1 from banco b where b.empresa_id = e.id);
ALTER TABLE "lancamento" ADD COLUMN fatura_antiga integer;
insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh, user_id, "dhDesfeito", desfeito_por_id, fatura_antiga)
select n.empresa_id, 'contas_receber', d.conta_receber_id, 'baixa', '{"automatica": true}', n.dh, n.user_id, n."dhDesfeito", n.desfeito_por_id, n.id
from venda_duplicata d join contas_receber t on t.id = d.conta_receber_id join lancamento n on n.id = t.origem_id
where d."vRecebido" > 0 order by n.id, d.id;
update movimento_financeiro m set lancamento_id = n.id from lancamento n
where n.fatura_antiga = m.lancamento_id and n.documento_id = m.contas_receber_id and m.evento = 'baixa';
insert into caixa_lancamento (empresa_id, lancamento_id, banco_id, evento, "dMovimento", "vLancamento", contas_receber_id, descricao, user_id, criado_em, alterado_em)
select m.empresa_id, m.lancamento_id, (select b.id from banco b where b.empresa_id = m.empresa_id order by b.padrao desc, b.id limit 1), 'baixa', m."dMovimento",
  -m.valor, m.contas_receber_id, 'Conta ' || coalesce(t.numero, t.id::text), m.user_id, m.criado_em, m.alterado_em
from movimento_financeiro m join lancamento n on n.id = m.lancamento_id join contas_receber t on t.id = m.contas_receber_id
where n.fatura_antiga is not null order by m.id;
update caixa_lancamento e set estorno_de = (select min(c.id) from caixa_lancamento c where c.lancamento_id = e.lancamento_id and c."vLancamento" > 0)
from lancamento n where n.id = e.lancamento_id and n.fatura_antiga is not null and e."vLancamento" < 0;
update banco b set "vSaldo" = coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.banco_id = b.id), 0);
ALTER TABLE "lancamento" DROP COLUMN fatura_antiga;

-- Steps that were told of customers, and of settling by credit, are facts of titles.
update lancamento n set documento = 'contas_receber', passo = case n.passo when 'concede' then 'abre' else 'perda' end,
  documento_id = (select min(m.contas_receber_id) from movimento_financeiro m where m.lancamento_id = n.id)
where n.documento = 'cliente' and n.passo in ('concede', 'vence');
update lancamento set passo = 'compensa' where passo = 'baixaCredito';

-- Sums of the titles that this touched.
update contas_receber t set "vPago" = s.pago, "vAbatido" = s.abatido,
  "dPagamento" = case when s.pago <> 0 then t."dPagamento" end,
  "dhBaixa" = case when t."vSaldo" = 0 and t."dhCancelamento" is null then coalesce(t."dhBaixa", s.em) end
from (select m.contas_receber_id as id, coalesce(-sum(m.valor) filter (where m.evento = 'baixa'), 0) as pago, max(m.criado_em) as em,
  coalesce(-sum(m.valor) filter (where m.evento in ('baixa', 'compensacao', 'devolucao')), 0) as abatido
  from movimento_financeiro m where m.contas_receber_id is not null group by 1) s
where s.id = t.id and (t.credito_antigo is not null or s.pago <> t."vPago" or s.abatido <> t."vAbatido");
ALTER TABLE "contas_receber" DROP COLUMN credito_antigo;

ALTER TABLE "cliente_credito" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "movimento_credito" DISABLE ROW LEVEL SECURITY;
DROP POLICY "cliente_credito_empresa" ON "cliente_credito" CASCADE;
DROP TABLE "cliente_credito" CASCADE;
DROP POLICY "movimento_credito_empresa" ON "movimento_credito" CASCADE;
DROP TABLE "movimento_credito" CASCADE;
ALTER TABLE "venda_devolucao" ADD COLUMN "banco_id" integer;
ALTER TABLE "venda_devolucao" ADD CONSTRAINT "venda_devolucao_banco_id_fk" FOREIGN KEY ("banco_id") REFERENCES "public"."banco"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "venda_devolucao_banco_id_ix" ON "venda_devolucao" USING btree ("banco_id","id");
ALTER TABLE "venda_duplicata" DROP COLUMN "vRecebido";
ALTER TABLE "venda_duplicata" DROP COLUMN "vCredito";
