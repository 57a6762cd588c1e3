import type { Reason } from '../../../core/banking/dda-match'
import { type Ctx } from '../../platform/context'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { resourceNamed } from '../../platform/resource'
import { contasPagar } from '../registers'

/** A slip and its payable. */
export interface Link {
  readonly boleto_id: number
  readonly contas_pagar_id: number
  readonly porque: Reason
}

/** How it comes into histories: of slips that found their payable, and of those that somebody linked. */
type Deed = 'ligaPorSi' | 'liga'

const CLEAR = { nfe_compra_id: null, desconhecido: false, motivo: null }
const PAY_BY_BOLETO = 1

/**
 * Links slips to payables, which are held: an open one that has no typed line gets the slip's, and is paid by it; its value never changes. What is suspected of a slip stays.
 * Answers how many were linked.
 */
export async function linkSlips(ctx: Ctx, links: readonly Link[], deed: Deed): Promise<number> {
  if (links.length === 0) return 0
  const kind = resourceNamed('boleto_dda')
  const slips = await loadWhere(
    ctx,
    kind,
    'id',
    links.map((one) => one.boleto_id),
    { lock: true },
  )
  const payables = await loadWhere(
    ctx,
    contasPagar,
    'id',
    links.map((one) => one.contas_pagar_id),
    { lock: true },
  )
  const linkOf = new Map(links.map((one) => [one.boleto_id, one]))
  const payableOf = new Map(payables.map((one) => [one.id, one]))
  const lines = new Map<number, string>()
  const edits = slips.map((slip) => {
    const link = linkOf.get(slip.id)
    const payable = payableOf.get(link?.contas_pagar_id ?? 0)
    const puts = payable !== undefined && payable.linha_digitavel === null && Number(payable.vSaldo) > 0
    if (puts) lines.set(payable.id, String(slip.linha_digitavel))
    return {
      id: slip.id,
      ...CLEAR,
      ...(slip.fraude === true ? { motivo: slip.motivo } : {}),
      contas_pagar_id: payable?.id ?? null,
      fornecedor_id: payable?.fornecedor_id ?? null,
      ligado_por: link?.porque ?? null,
      pos_codigo: puts,
      tpPagamento_antes: puts ? payable.tpPagamento : null,
    }
  })
  const given = payables.filter((one) => lines.has(one.id))
  await updateMany(
    ctx,
    contasPagar,
    given,
    given.map(({ id }) => ({ id, linha_digitavel: lines.get(id), tpPagamento: PAY_BY_BOLETO })),
    'recebeBoleto',
  )
  await updateMany(ctx, kind, slips, edits, deed)
  if (given[0]) await announce(ctx, contasPagar, given[0].id)
  if (slips[0]) await announce(ctx, kind, slips[0].id)
  return slips.length
}

interface Parting {
  /** How it comes into the history of the slips. */
  readonly acao: string
  readonly motivo: string | null
  /** Somebody said so: nothing links them by itself again. */
  readonly so_proposta: boolean
}

/** Takes slips from their payables: what they put on open ones is taken back. */
export async function unlinkSlips(
  ctx: Ctx,
  ids: readonly number[],
  { acao, motivo, so_proposta }: Parting,
): Promise<void> {
  if (ids.length === 0) return
  const kind = resourceNamed('boleto_dda')
  const slips = await loadWhere(ctx, kind, 'id', ids, { lock: true })
  const put = new Map(
    slips.filter((one) => one.pos_codigo === true).map((one) => [Number(one.contas_pagar_id), one.tpPagamento_antes]),
  )
  const payables = (await loadWhere(ctx, contasPagar, 'id', [...put.keys()], { lock: true })).filter(
    (one) => one.dhCancelamento === null && Number(one.vSaldo) > 0,
  )
  await updateMany(
    ctx,
    contasPagar,
    payables,
    payables.map(({ id }) => ({ id, linha_digitavel: null, tpPagamento: put.get(id) ?? null })),
    'devolveBoleto',
  )
  await updateMany(
    ctx,
    kind,
    slips,
    slips.map(({ id, motivo: before, fraude }) => ({
      id,
      contas_pagar_id: null,
      fornecedor_id: null,
      ligado_por: null,
      dAgendado: null,
      pos_codigo: false,
      tpPagamento_antes: null,
      so_proposta,
      motivo: fraude === true ? before : motivo,
    })),
    acao,
  )
  if (payables[0]) await announce(ctx, contasPagar, payables[0].id)
  if (slips[0]) await announce(ctx, kind, slips[0].id)
}
