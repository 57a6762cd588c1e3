import type { Sql } from 'postgres'

/** A way in which the books do not add up, and how many rows show it. */
export interface BookFault {
  readonly rule: string
  readonly rows: number
}

/**
 * Did the operation `o` move stock (or open titles) when this was done? As the register says while it has stood since before; where it was edited afterwards,
 * the ledger itself says.
 */
const asThen = (told: string, seen: string, done: string): string =>
  `(case when o.versao = 1 or o.alterado_em < ${done} then ${told} else ${seen} end)`
const ENTERED = `${asThen('o.movimenta_estoque', '(l.q <> 0 or l.v <> 0)', 'e."dhFinalizacao"')} and e."dhFinalizacao" is not null and e."dhCancelamento" is null`
const DISPATCHED = `${asThen('o.movimenta_estoque', 'l.q <> 0', 'd."dhFechamento"')} and d."dhFechamento" is not null and d."dhCancelamento" is null`
const INVOICED = `${asThen(`o.gera_financeiro = 'GERA_DUPLICATA'`, 'l.v <> 0', 'd."dhFaturamento"')} and d."dhFaturamento" is not null and d."dhCancelamento" is null`

/** Invariants over documents, ledgers and balances. Each query counts the rows that break its rule; all must be zero. */
const RULES: Readonly<Record<string, string>> = {
  'saldo da mercadoria = soma do livro de estoque': `
    select count(*) from (select empresa_id, mercadoria_id, sum("qTrib") q, sum("vCusto") v from movimento_estoque group by 1, 2) l
    full join mercadoria_saldo s using (empresa_id, mercadoria_id)
    where coalesce(l.q, 0) <> coalesce(s.q_total, 0) or coalesce(l.v, 0) <> coalesce(s."vTotal", 0)`,
  'estoque do local = soma do livro de estoque': `
    select count(*) from (select mercadoria_id, armazenamento_id, sum("qTrib") q from movimento_estoque group by 1, 2) l
    full join mercadoria_armazenamento s using (mercadoria_id, armazenamento_id) where coalesce(l.q, 0) <> coalesce(s."qDisp", 0)`,
  'saldo do título a receber = soma do livro': `
    select count(*) from contas_receber t where t."vSaldo" <> coalesce((select sum(m.valor) from movimento_financeiro m where m.contas_receber_id = t.id), 0)`,
  'saldo do título a pagar = soma do livro': `
    select count(*) from contas_pagar t where t."vSaldo" <> coalesce((select sum(m.valor) from movimento_financeiro m where m.contas_pagar_id = t.id), 0)`,
  'entrada movimenta estoque se, e só se, está finalizada': `
    select count(*) from entrada e join tipo_entrada_saida o on o.id = e.tipo_entrada_saida_id
    cross join lateral (select coalesce(sum("qTrib"), 0) q, coalesce(sum("vCusto"), 0) v from movimento_estoque m where m.documento = 'entrada' and m.documento_id = e.id) l
    cross join lateral (select coalesce(sum("qTrib"), 0) q, coalesce(sum("vTotal"), 0) v from entrada_mercadoria i where i.entrada_id = e.id) i
    where l.q <> case when ${ENTERED} then i.q else 0 end
       or (e."dhCancelamento" is null and l.v <> case when ${ENTERED} then i.v else 0 end)`,
  'venda baixa estoque se, e só se, está expedida': `
    select count(*) from venda d join tipo_entrada_saida o on o.id = d.tipo_entrada_saida_id
    cross join lateral (select coalesce(sum("qTrib"), 0) q from movimento_estoque m where m.documento = 'venda' and m.documento_id = d.id) l
    cross join lateral (select coalesce(sum("qTrib"), 0) q from venda_mercadoria i where i.venda_id = d.id) i
    where l.q <> case when ${DISPATCHED} then -i.q else 0 end`,
  'venda tem contas a receber se, e só se, está faturada': `
    select count(*) from venda d join tipo_entrada_saida o on o.id = d.tipo_entrada_saida_id
    cross join lateral (select coalesce(sum("vDup"), 0) v from contas_receber t where t.documento = 'venda' and t.documento_id = d.id and t."dhCancelamento" is null) l
    where l.v <> case when ${INVOICED} then d."vTotal" else 0 end`,
  'total do documento = soma dos itens': `
    select (select count(*) from venda d where d."vTotal" <> d."vFrete" + coalesce((select sum("vTotal") from venda_mercadoria i where i.venda_id = d.id), 0))
         + (select count(*) from orcamento d where d."vTotal" <> d."vFrete" + coalesce((select sum("vTotal") from orcamento_mercadoria i where i.orcamento_id = d.id), 0))
         + (select count(*) from entrada d where d."vTotal" <> coalesce((select sum("vTotal") from entrada_mercadoria i where i.entrada_id = d.id), 0))`,
}

/** Checks every invariant of stock and money. Read as the database's owner: row-level security would hide rows. An empty list is good news. */
export async function bookFaults(sql: Sql): Promise<readonly BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    const [row] = await sql.unsafe(query)
    const rows = Number(Object.values(row ?? {})[0])
    if (rows > 0) faults.push({ rule, rows })
  }
  return faults
}
