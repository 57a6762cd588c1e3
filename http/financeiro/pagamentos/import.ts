import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { eventOf } from '../../../core/banking/pagamento/occurrences'
import type { ItemRetorno, RetornoPagamento } from '../../../core/banking/pagamento/pagamento'
import { assertWhole } from '../../../core/banking/cnab/read-retorno'
import { PAY_LINE } from '../../../core/fields/financeiro/remessa-pagamento'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, insertRows, load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { lockNames } from '../../platform/locks'
import { payerOf } from './order'
import { holdItems, reconcile } from './reconcile'
import { banco } from '../caixa'
import { provenDelivered } from '../transmissao/deliver'
import type { Item } from './item'
import { type PayLine, recount, retornoPagamento, retornoPagamentoItem } from './retorno-pagamento'

/** A bank's file of what became of payments, read into the company's register whole or not at all, and into its books. */

export interface IncomingPayments {
  readonly file: RetornoPagamento
  readonly arquivo: string
  readonly sha256: string
  readonly bytes: Uint8Array
}

const taken = v.object({
  id: v.number(),
  /** The same bytes came before: nothing was done. */
  conhecido: v.boolean(),
  banco: v.string(),
  ocorrencias: v.number(),
  pagos: v.number(),
  recusados: v.number(),
  devolvidos: v.number(),
  agendados: v.number(),
  semPagamento: v.number(),
  aBaixar: v.number(),
  repetidas: v.number(),
  vPago: v.number(),
  avisos: v.array(v.string()),
})

export type TakenPayments = Readonly<v.InferOutput<typeof taken>>

const MOST_KEPT = 200
const bare = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

/** The account that a file is of: of its bank, and by its number where it tells one. Throws 400 `no_account`, `other_company`. */
async function accountIn(ctx: Ctx, empresa_id: number, { banco: codigo, pagador }: RetornoPagamento) {
  const rows = await rowsOf(
    ctx,
    sql`select id, conta from banco where empresa_id = ${empresa_id} and codigo = ${codigo} order by ativo desc, id`,
  )
  const told = bare(pagador.conta.conta)
  const own = rows.find((row) => {
    const mine = bare(String(row.conta ?? '').split('-')[0] ?? '')
    return told !== '' && (mine === told || bare(String(row.conta ?? '')) === told)
  })
  const chosen = own ?? (told === '' ? rows[0] : undefined)
  if (!chosen) throw badRequest(`Não há conta caixa com esta conta do banco ${codigo}.`, 'no_account')
  const account = await load(ctx, banco, Number(chosen.id))
  const { documento } = await payerOf(ctx, account)
  const isOther = pagador.documento !== '' && pagador.documento.slice(0, 8) !== documento.slice(0, 8)
  if (isOther) throw badRequest('O arquivo é de outra empresa.', 'other_company')
  return account
}

const cut = (text: string, most: number): string | null => text.trim().slice(0, most) || null

function lineOf(one: ItemRetorno, item: Item | undefined) {
  const { pagamento, ocorrencias, evento } = one
  const hasMoney = evento === 'pago' || evento === 'devolvido'
  const told = decimal(one.efetivado)
  const vEfetivado = told.sign() > 0 ? told : decimal(pagamento.valor)
  const name = 'favorecido' in pagamento ? pagamento.favorecido.nome : ''
  return {
    remessa_pagamento_conta_id: item?.id ?? null,
    linha: pagamento.linha,
    evento,
    codigos: cut(ocorrencias.map(({ codigo }) => codigo).join(' '), 20),
    texto: cut(ocorrencias.map(({ texto }) => texto).join('; '), 300),
    seu_numero: cut(pagamento.seu_numero, 25),
    nosso_numero: cut(pagamento.nosso_numero, 20),
    xFavorecido: cut(name, 60),
    valor: decimal(pagamento.valor).toFixed(2),
    dEfetivacao: hasMoney ? (one.dEfetivacao ?? pagamento.data) : null,
    vEfetivado: hasMoney ? vEfetivado.toFixed(2) : '0.00',
    autenticacao: cut(one.autenticacao, 120),
  }
}

type Line = ReturnType<typeof lineOf>

/** What events of files may be of the same thing by. */
const keyOf = (codigo: string, { seu_numero, evento, codigos, vEfetivado, nosso_numero, linha }: Line): string =>
  [codigo, seu_numero ?? nosso_numero ?? `linha ${linha}`, evento, codigos ?? '', vEfetivado].join('|').slice(0, 160)

type Event = Pick<PayLine, 'dEfetivacao' | 'nosso_numero' | 'autenticacao' | 'vEfetivado' | 'evento'>

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/** The same event told twice. Money moved twice has another number, proof or day. */
const isSame = (a: Event, b: Event): boolean =>
  a.evento === b.evento &&
  decimal(a.vEfetivado).eq(b.vEfetivado) &&
  !differ(a.dEfetivacao, b.dEfetivacao) &&
  !differ(a.nosso_numero, b.nosso_numero) &&
  !differ(a.autenticacao, b.autenticacao)

/** The number of a payment as we gave it: banks may write zeros before it. */
const numberOf = ({ pagamento }: ItemRetorno): string => pagamento.seu_numero.trim().replace(/^0+/, '')

/** The items of a company that numbers of a file are of: those that went to the bank from this account. */
async function itemsFor(ctx: Ctx, banco_id: number, file: RetornoPagamento): Promise<ReadonlyMap<string, Item>> {
  const numbers = [...new Set(file.itens.map(numberOf))]
  const rows = await rowsOf(
    ctx,
    sql`select i.id from remessa_pagamento_conta i join remessa_pagamento r on r.id = i.remessa_pagamento_id
        where r.banco_id = ${banco_id} and i.seu_numero in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`,
  )
  const items = await holdItems(
    ctx,
    rows.map((row) => Number(row.id)),
  )
  // Of one whose file was discarded meanwhile the number is gone.
  return new Map(items.flatMap((one) => (one.seu_numero === null ? [] : [[one.seu_numero, one] as const])))
}

/** Events that other files have told: of the same item, else under the same key. */
async function toldBefore(ctx: Ctx, empresa_id: number, items: readonly Item[], keys: readonly string[]) {
  const known = await loadWhere(
    ctx,
    retornoPagamentoItem,
    'remessa_pagamento_conta_id',
    items.map((one) => one.id),
  )
  const rows = await rowsOf(
    ctx,
    sql`select k.chave from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k(chave)
        where exists (select 1 from retorno_pagamento_item r where r.empresa_id = ${empresa_id} and r.chave = k.chave and r.situacao <> ${PAY_LINE.REPETIDA})`,
  )
  const byItem = new Map<number, readonly Event[]>()
  for (const one of known) {
    const { remessa_pagamento_conta_id: item, situacao } = one
    if (item !== null && situacao !== PAY_LINE.REPETIDA) byItem.set(item, [...(byItem.get(item) ?? []), one])
  }
  return { byItem, keys: new Set(rows.map((row) => String(row.chave))) }
}

/**
 * Reads a file in. Two that send it at once wait for one another; the same bytes do nothing; an event that another file told is joined to it; what was paid is settled, what came back is
 * owed again. Throws 400 `damaged_file` for one that was cut or altered, `no_account`, `other_company`.
 */
export async function importPayments(
  ctx: Ctx,
  empresa_id: number,
  { file, arquivo, sha256, bytes }: IncomingPayments,
): Promise<TakenPayments> {
  assertWhole(file)
  await lockNames(ctx.db, [`retorno_pagamento ${empresa_id}`])
  const [same] = await rowsOf(
    ctx,
    sql`select id from retorno_pagamento where empresa_id = ${empresa_id} and sha256 = ${sha256}`,
  )
  if (same) return told(ctx, Number(same.id), true)
  const account = await accountIn(ctx, empresa_id, file)
  const items = await itemsFor(ctx, account.id, file)
  const head = await insert(ctx, retornoPagamento, {
    empresa_id,
    banco_id: account.id,
    codigo: file.banco,
    sequencia: file.sequencia,
    data: file.data,
    arquivo: arquivo.slice(0, 200) || 'arquivo',
    sha256,
    avisos: noticesOf(file),
    desconhecidas: file.desconhecidos.slice(0, MOST_KEPT),
    conteudo: Buffer.from(bytes).toString('base64'),
  })
  const of = { empresa_id, retorno_pagamento_id: head.id, banco_id: account.id }
  const lines = await withStates(ctx, file, items, empresa_id)
  const stored = await insertRows(
    ctx,
    retornoPagamentoItem,
    lines.map((line) => ({ ...of, ...line })),
  )
  const fresh = stored.filter((one) => one.situacao === PAY_LINE.INFORMADA)
  const touched = new Set(fresh.map((one) => one.remessa_pagamento_conta_id))
  await reconcile(
    ctx,
    [...items.values()].filter((one) => touched.has(one.id)),
    new Set(fresh.map((one) => one.id)),
  )
  const files = [...items.values()].flatMap((one) => one.arquivo_id ?? [])
  await provenDelivered(ctx, 'remessa_pagamento_arquivo', [...new Set(files)])
  await recount(ctx, [head.id])
  return told(ctx, head.id, false)
}

/** Batches that the bank refused whole, in its words. */
const noticesOf = ({ lotes }: RetornoPagamento): readonly string[] =>
  lotes
    .filter(({ ocorrencias }) => eventOf(ocorrencias) === 'rejeitado')
    .map(
      ({ lote, ocorrencias }) =>
        `O banco recusou o lote ${Number(lote)}: ${ocorrencias.map(({ texto }) => texto).join('; ')}.`,
    )

/** Lines as they are stored: of a known item, told before, or of nobody we know. */
async function withStates(ctx: Ctx, file: RetornoPagamento, items: ReadonlyMap<string, Item>, empresa_id: number) {
  const lines = file.itens.map((one) => lineOf(one, items.get(numberOf(one))))
  const keys = lines.map((line) => keyOf(file.banco, line))
  const before = await toldBefore(ctx, empresa_id, [...items.values()], keys)
  return lines.map((line, at) => {
    const chave = keys[at] ?? ''
    const item = line.remessa_pagamento_conta_id
    const known = item === null ? [] : (before.byItem.get(item) ?? [])
    const isMoney = line.evento === 'pago' || line.evento === 'devolvido'
    const isTold = item !== null && isMoney ? known.some((one) => isSame(one, line)) : before.keys.has(chave)
    before.keys.add(chave)
    if (item !== null) before.byItem.set(item, [...known, line])
    if (isTold) return { ...line, chave, situacao: PAY_LINE.REPETIDA, motivo: 'Outro arquivo já disse isto.' }
    if (item !== null) return { ...line, chave, situacao: PAY_LINE.INFORMADA, motivo: null }
    return { ...line, chave, situacao: PAY_LINE.SEM_PAGAMENTO, motivo: 'Não há pagamento enviado com este número.' }
  })
}

/** What a file came to, in figures. */
async function told(ctx: Ctx, id: number, conhecido: boolean): Promise<TakenPayments> {
  const [row = {}] = await rowsOf(
    ctx,
    sql`select coalesce(r.codigo, '') as banco, r."qLinhas" as ocorrencias, r."qSemPagamento" as "semPagamento", r."qBaixar" as "aBaixar", r."vPago"::float8 as "vPago", coalesce(r.avisos, '[]'::jsonb) as avisos, i.*
        from retorno_pagamento r, lateral (
          select count(*) filter (where situacao = ${PAY_LINE.REPETIDA})::int as repetidas,
            count(*) filter (where evento = 'pago' and situacao in (${PAY_LINE.BAIXADA}, ${PAY_LINE.DEVOLVIDA}))::int as pagos,
            count(*) filter (where evento in ('rejeitado', 'cancelado') and situacao = ${PAY_LINE.INFORMADA})::int as recusados,
            count(*) filter (where evento = 'devolvido' and situacao = ${PAY_LINE.INFORMADA})::int as devolvidos,
            count(*) filter (where evento = 'agendado' and situacao = ${PAY_LINE.INFORMADA})::int as agendados
          from retorno_pagamento_item where retorno_pagamento_id = r.id) i
        where r.id = ${id}`,
  )
  return v.parse(taken, { ...row, id, conhecido })
}
