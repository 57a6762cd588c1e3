import { PLACEMENT, MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import type { Rules } from '../../documents/proofs'

const LIVE = `from separacao_mercadoria l join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null
  join separacao s on s.id = l.separacao_id`

/** SQL: what lines say of an item's place and lot beside what a ledger says of it: both by step, item, place and lot. */
const beside = (tipo: number, held: string): string => `select count(*) from (
  select d.lancamento_id, l.item_id, l.armazenamento_id, l.lote_id, sum(l."qTrib") as q ${LIVE} where s.tipo = ${tipo} group by 1, 2, 3, 4) l
  full join (select x.* from (${held}) x join armazenamento a on a.id = x.armazenamento_id join armazem w on w.id = a.armazem_id
    where x.q <> 0 and exists (select 1 from separacao_venda d join separacao s on s.id = d.separacao_id and s.armazem_id = w.id
      where d.lancamento_id = x.lancamento_id and d."dhCancelamento" is null and s.tipo = ${tipo})) b
  on b.lancamento_id = l.lancamento_id and b.item_id = l.item_id and b.armazenamento_id = l.armazenamento_id and b.lote_id is not distinct from l.lote_id
  where coalesce(l.q, 0) <> coalesce(b.q, 0)`

/** What has to hold of picking orders and the ledgers that they follow. */
export const PICKING_RULES: Rules = {
  'separacao: o que já baixou está onde o livro de estoque diz que saiu': beside(
    0,
    `select m.lancamento_id, m.item_id, m.armazenamento_id, m.lote_id, -sum(m."qTrib") as q from movimento_estoque m
       where m.tipo in (${MOVEMENT}, ${PLACEMENT}) group by 1, 2, 3, 4`,
  ),
  'separacao: o que está reservado é o que ela vai buscar': beside(
    1,
    // What a document held leaves under another step of it: what its own step reserved stays told here.
    `select r.lancamento_id, r.item_id, r.armazenamento_id, r.lote_id, sum(r.q) as q from estoque_reserva r group by 1, 2, 3, 4`,
  ),
  'separacao: conferida se, e só se, todo item foi separado ou cortado': `select count(*) from separacao s
    where s."dhConferencia" is not null and s."dhCancelamento" is null and exists (select 1 from separacao_mercadoria l
      join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null where l.separacao_id = s.id and l."dhConferencia" is null)`,
  'separacao: separada se, e só se, nenhum item espera': `select count(*) from separacao s where s."dhCancelamento" is null and s."dhConferencia" is null
    and (s."dhSeparacao" is not null) <> coalesce((select bool_and(l."dhConferencia" is not null) ${LIVE.replace('join separacao s on s.id = l.separacao_id', '')} where l.separacao_id = s.id), false)`,
  'separacao: um item separado tem tudo o que pede, e nunca mais': `select count(*) from separacao_mercadoria l
    where l."qSeparada" > l."qTrib" or l."qConferida" > l."qSeparada" or (l."dhConferencia" is not null and l."qSeparada" <> l."qTrib")`,
  'venda: conferida se, e só se, todas as suas separações foram conferidas': `select count(*) from venda v
    where v."dhCancelamento" is null and exists (select 1 from separacao_venda d where d.venda_id = v.id and d."dhCancelamento" is null)
    and (v."dhConferencia" is not null) <> (select bool_and(s."dhConferencia" is not null) from separacao_venda d join separacao s on s.id = d.separacao_id
      where d.venda_id = v.id and d."dhCancelamento" is null)`,
}
