import { sql } from 'drizzle-orm'
import type { Comando } from '../../../core/banking/cnab/titulo'
import type { Evento } from '../../../core/banking/cnab/retorno'
import { BOLETO, INSTRUCTION, LINE } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, loadWhere, setRows, updateRows } from '../../platform/engine/write'
import { contasReceber } from '../registers'
import { provenDelivered } from '../transmissao/deliver'
import { type Boleto, boleto, boletoInstrucao, type Instruction } from './boleto'
import { redated } from './reprint'
import type { ReturnLine } from './retorno'

/** What events make of boletos, their receivables and what the bank was told: the bank's word, and no money. */

/** What of a line says what happened. */
type EventLine = Pick<
  ReturnLine,
  'boleto_id' | 'contas_receber_id' | 'linha' | 'texto' | 'evento' | 'motivos' | 'dOcorrencia' | 'situacao' | 'pix'
>

/** What a boleto is after an event; events that are not here leave it as it is. */
const BECOMES: Readonly<Partial<Record<Evento, number>>> = {
  registrado: BOLETO.REGISTRADO,
  rejeitado: BOLETO.REJEITADO,
  liquidado: BOLETO.LIQUIDADO,
  liquidado_cartorio: BOLETO.LIQUIDADO,
  baixado: BOLETO.BAIXADO,
  em_cartorio: BOLETO.EM_CARTORIO,
  protestado: BOLETO.PROTESTADO,
  sustado: BOLETO.REGISTRADO,
  pagamento_cancelado: BOLETO.REGISTRADO,
}

/** Which instructions an event answers. */
const ANSWERS: Readonly<Partial<Record<Evento, readonly Comando[]>>> = {
  baixado: ['baixa', 'susta_protesto_baixa'],
  liquidado: ['baixa'],
  abatimento: ['abatimento'],
  abatimento_cancelado: ['cancela_abatimento'],
  vencimento_alterado: ['vencimento'],
  protesto_pedido: ['protesto'],
  em_cartorio: ['protesto'],
  protestado: ['protesto'],
  sustado: ['susta_protesto', 'susta_protesto_baixa'],
  alterado: ['desconto', 'cancela_desconto', 'valor', 'alteracao'],
}

/** What the bank says paid, whoever confirms it later. */
const PAID: ReadonlySet<string> = new Set<Evento>(['liquidado', 'liquidado_parcial', 'liquidado_cartorio'])

/** Nothing takes a boleto back from what ended it but the bank's own taking back. */
const isBehind = (one: Boleto, line: EventLine): boolean =>
  (one.dOcorrencia !== null && line.dOcorrencia !== null && line.dOcorrencia < one.dOcorrencia) ||
  (one.situacao === BOLETO.LIQUIDADO && line.evento === 'registrado')

/** Applies lines of a file: receivables are held before their boletos. */
export async function applyEvents(ctx: Ctx, lines: readonly EventLine[]): Promise<void> {
  const own = lines.filter((one) => one.boleto_id !== null && one.situacao !== LINE.REPETIDA)
  if (own.length === 0) return
  await tellTitles(ctx, own)
  const ids = [...new Set(own.flatMap((one) => one.boleto_id ?? []))]
  const held = new Map((await loadWhere(ctx, boleto, 'id', ids, { lock: true })).map((one) => [one.id, one]))
  const changed = new Map<number, Boleto>()
  const inOrder = own.toSorted((a, b) => (a.dOcorrencia ?? '').localeCompare(b.dOcorrencia ?? '') || a.linha - b.linha)
  for (const line of inOrder) {
    const before = changed.get(line.boleto_id ?? 0) ?? held.get(line.boleto_id ?? 0)
    if (before && !isBehind(before, line)) changed.set(before.id, after(before, line))
  }
  await store(ctx, [...changed.values()])
  await answerInstructions(ctx, inOrder)
  await provenDelivered(ctx, 'remessa', [...new Set([...held.values()].flatMap((one) => one.remessa_id ?? []))])
  if (ids[0] !== undefined) await announce(ctx, boleto, ids[0])
}

/** Boletos that came to the same are written together: of a large file nearly all do. */
async function store(ctx: Ctx, boletos: readonly Boleto[]): Promise<void> {
  const alike = Map.groupBy(boletos, ({ situacao, motivo, dOcorrencia, pix }) =>
    JSON.stringify([situacao, motivo, dOcorrencia, pix]),
  )
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const { situacao, motivo, dOcorrencia, pix } = first
    await setRows(
      ctx,
      boleto,
      group.map((one) => one.id),
      { situacao, motivo, dOcorrencia, pix },
    )
  }
}

function after(one: Boleto, line: EventLine): Boleto {
  const motivo = [line.texto, line.motivos].filter(Boolean).join(': ').slice(0, 300)
  const pix = line.pix ?? one.pix
  const situacao = BECOMES[line.evento]
  // What changes no state may be later than what does, whichever file comes first.
  if (situacao === undefined) return { ...one, motivo, pix }
  return { ...one, situacao, motivo, pix, dOcorrencia: line.dOcorrencia ?? one.dOcorrencia }
}

/** Receivables that the bank says are paid: told, and settled by nobody yet. */
async function tellTitles(ctx: Ctx, lines: readonly EventLine[]): Promise<void> {
  const paid = lines.filter((one) => PAID.has(one.evento)).flatMap((one) => one.contas_receber_id ?? [])
  const titles = await loadWhere(ctx, contasReceber, 'id', [...new Set(paid)], { lock: true })
  const open = titles.filter((one) => one.dhBaixa === null && one.dhPreBaixa === null && one.dhCancelamento === null)
  await setRows(
    ctx,
    contasReceber,
    open.map((one) => one.id),
    { dhPreBaixa: ctx.clock.now() },
  )
}

/** What was sent to the bank and it answers now: the oldest of its kind. */
async function answerInstructions(ctx: Ctx, lines: readonly EventLine[]): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select id from boleto_instrucao where boleto_id = any (${intArray(lines.flatMap((one) => one.boleto_id ?? []))}::int[])
        and situacao in (${INSTRUCTION.PENDENTE}, ${INSTRUCTION.ENVIADA}) order by id`,
  )
  const open = await loadWhere(
    ctx,
    boletoInstrucao,
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
  const byBoleto = Map.groupBy(open, (one) => one.boleto_id)
  const answered = new Map<number, { id: number; situacao: number; motivo: string | null }>()
  for (const line of lines)
    for (const one of endedBy(line, byBoleto.get(line.boleto_id ?? 0) ?? []))
      if (!answered.has(one.id)) answered.set(one.id, one)
  await updateRows(ctx, boletoInstrucao, [...answered.values()])
  const moved = open.filter(
    (one) => one.comando === 'vencimento' && answered.get(one.id)?.situacao === INSTRUCTION.CONFIRMADA,
  )
  for (const { boleto_id, dVencimento } of moved) if (dVencimento !== null) await redated(ctx, boleto_id, dVencimento)
}

function endedBy(line: EventLine, open: readonly Instruction[]) {
  const motivo = [line.texto, line.motivos].filter(Boolean).join(': ').slice(0, 300)
  const sent = open.filter((one) => one.situacao === INSTRUCTION.ENVIADA)
  if (line.evento === 'instrucao_rejeitada')
    return sent.slice(0, 1).map(({ id }) => ({ id, situacao: INSTRUCTION.REJEITADA, motivo }))
  const ended = line.evento === 'liquidado' || line.evento === 'liquidado_cartorio' || line.evento === 'baixado'
  const answers: readonly string[] = ANSWERS[line.evento] ?? []
  const done = sent.filter((one) => answers.includes(one.comando)).slice(0, 1)
  // What the bank has no more is told nothing.
  const rest = ended ? open.filter((one) => !done.includes(one)) : []
  return [
    ...done.map(({ id }) => ({ id, situacao: INSTRUCTION.CONFIRMADA, motivo })),
    ...rest.map(({ id }) => ({ id, situacao: INSTRUCTION.CANCELADA, motivo })),
  ]
}
