import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { counted, formatCurrency } from '../../core/br/number'
import { isCivilDate } from '../../core/br/civil-date'
import { TIME_ZONE } from '../../core/br/time-zone'
import { sum } from '../../core/money/decimal'
import { systemClock } from '../../http/platform/context'
import { REPEATED } from '../../http/platform/idempotency'
import { type Api, answerOf, openApi, type Target } from '../api'
import { bytesOf } from '../core-stream'
import { CommandError, misuse, refused, unreachable } from '../exit'
import { Progress, say, warn, writeOut } from '../output'
import { type NamedTitle, readTitles } from './titles-file'

export interface SettleOptions extends Target {
  readonly file?: string
  readonly empresa?: string
  readonly conta?: string
  readonly pagamento?: string
  readonly data?: string
  readonly tarifa?: string
  readonly confirma: boolean
  readonly outraVez: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** As many as one call settles, and as many numbers as one looks up. */
const BATCH = 5_000
const LOOKED_UP = 200
const ID = /^[1-9]\d{0,8}$/

const found = v.object({
  data: v.array(v.looseObject({ id: v.number(), numero: v.nullable(v.string()), vSaldo: v.number() })),
})
const done = v.looseObject({ lancamentos: v.array(v.number()), contas: v.number(), valor: v.number() })
type Done = v.InferOutput<typeof done>
const tried = v.looseObject({
  simulado: v.literal(true),
  efeitos: v.record(v.string(), v.array(v.looseObject({ frase: v.string() }))),
})

/** Settles titles that are named on the command line or in a file. What cannot be settled refuses its whole batch, and is named. */
export async function settle(tipo: string, ids: readonly string[], options: SettleOptions): Promise<void> {
  if (tipo !== 'pagar' && tipo !== 'receber') throw misuse('O tipo é pagar ou receber.')
  if (options.data !== undefined && !isCivilDate(options.data)) throw misuse('--data é uma data como 2026-01-31.')
  const place = {
    banco_id: idOf('--conta', options.conta),
    pagamento_id: idOf('--pagamento', options.pagamento),
    // Said to the server and a part of the key: what is asked again on another day is not the same.
    dPagamento: options.data ?? systemClock(TIME_ZONE).today(),
  }
  idOf('--empresa', options.empresa)
  const named = await titlesOf(ids, options)
  const api = await openApi(options)
  try {
    const caller = { api, path: `/api/financeiro/contas_${tipo}`, options, place }
    await settleAll(caller, distinct(await numbered(caller, named)))
  } finally {
    await api.close()
  }
}

/** Throws exit code 2 for what is the number of no record: nothing is settled elsewhere than where it was said. */
function idOf(option: string, given: string | undefined): number | undefined {
  if (given !== undefined && !ID.test(given)) throw misuse(`${option} é um número interno, como 12: '${given}' não é.`)
  return given === undefined ? undefined : Number(given)
}

async function titlesOf(ids: readonly string[], { file }: SettleOptions): Promise<readonly NamedTitle[]> {
  if (ids.length > 0 === (file !== undefined)) throw misuse('Diga as contas, ou um arquivo com --file.')
  if (file === undefined) {
    const wrong = ids.find((id) => !ID.test(id))
    if (wrong !== undefined) throw misuse(`'${wrong}' não é o número de uma conta.`)
    return ids.map((id) => ({ id: Number(id) }))
  }
  if (file !== '-' && !existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  return readTitles(bytesOf(file === '-' ? undefined : file))
}

interface Caller {
  readonly api: Api
  readonly path: string
  readonly options: SettleOptions
  /** Where and when all of them are paid. */
  readonly place: Readonly<Record<string, unknown>>
}
type Numbered = NamedTitle & { readonly id: number }

const headersOf = ({ empresa }: SettleOptions): Record<string, string> =>
  empresa === undefined ? {} : { 'X-Empresa': empresa }

/** Titles by their number in the system: a number of their own has to be that of one open title. Throws exit code 1 that names those that are not. */
async function numbered({ api, path, options }: Caller, titles: readonly NamedTitle[]): Promise<Numbered[]> {
  const numbers = [
    ...new Set(titles.flatMap(({ id, numero }) => (id === undefined && numero !== undefined ? [numero] : []))),
  ]
  const known = new Map<string, number[]>()
  const progress = new Progress('Procurando', numbers.length)
  try {
    for (let from = 0; from < numbers.length; from += LOOKED_UP) {
      progress.show(from, `${from} de ${numbers.length} números`)
      const where = JSON.stringify({ numero: numbers.slice(from, from + LOOKED_UP), dhCancelamento: null })
      const query = new URLSearchParams({
        where,
        between: JSON.stringify({ vSaldo: { ini: '0.01' } }),
        perPage: '1000',
      })
      const { data } = v.parse(
        found,
        await answerOf(await api.request(`${path}?${query}`, { headers: headersOf(options) })),
      )
      for (const { id, numero } of data) known.set(numero ?? '', [...(known.get(numero ?? '') ?? []), id])
    }
  } finally {
    progress.end()
  }
  const wrong = numbers.filter((numero) => known.get(numero)?.length !== 1)
  if (wrong.length > 0)
    throw refused(
      wrong
        .slice(0, 20)
        .map((numero) => whyNot(numero, known))
        .join('\n'),
    )
  return titles.map((one) => ({ ...one, id: one.id ?? known.get(one.numero ?? '')?.[0] ?? 0 }))
}

const whyNot = (numero: string, known: ReadonlyMap<string, readonly number[]>): string => {
  const ids = known.get(numero) ?? []
  return ids.length === 0
    ? `Nenhuma conta em aberto tem o número ${numero}.`
    : `O número ${numero} é de ${counted(ids.length, 'conta', 'contas')}: use o id (${ids.join(', ')}).`
}

/** Throws exit code 1 for a title that is named twice, by whatever numbers: it would be paid twice. */
function distinct(titles: readonly Numbered[]): readonly Numbered[] {
  const seen = new Set<number>()
  for (const { id, numero } of titles) {
    if (seen.has(id)) throw refused(`A conta ${numero ?? id} aparece mais de uma vez.`)
    seen.add(id)
  }
  return titles
}

/** What a batch was answered, and whether it had been settled before: then nothing was done now. */
interface Settled {
  readonly answer: unknown
  readonly isRepeated: boolean
}

async function settleAll(caller: Caller, titles: readonly Numbered[]): Promise<void> {
  const { options } = caller
  const progress = new Progress(options.dryRun ? 'Conferindo' : 'Baixando', titles.length)
  const batches: Settled[] = []
  try {
    for (let from = 0; from < titles.length; from += BATCH) {
      progress.show(from, `${from} de ${titles.length} contas`)
      batches.push(await settleBatch(caller, titles.slice(from, from + BATCH), from))
    }
  } finally {
    progress.end()
  }
  const answers = batches.map(({ answer }) => answer)
  if (options.dryRun && !options.json) return showTrial(answers)
  const [now, before] = [false, true].map((repeated) => batches.filter(({ isRepeated }) => isRepeated === repeated))
  if (before?.length) warn(`${ALREADY} Para baixar mais uma vez, use --outra-vez.`)
  if (options.json) return writeOut(`${JSON.stringify(answers.length === 1 ? answers[0] : answers)}\n`)
  if (now?.length) await showDone('conta baixada', 'contas baixadas', now)
  if (before?.length) await showDone('conta já baixada antes', 'contas já baixadas antes', before)
}

const ALREADY = 'Esta mesma baixa já foi pedida nas últimas 24 horas, e nada foi feito agora.'

async function showDone(one: string, many: string, batches: readonly Settled[]): Promise<void> {
  const facts = batches.map(({ answer }): Done => v.parse(done, answer))
  const total = sum(facts.map(({ valor }) => valor)).toFixed(2)
  const count = facts.reduce((all, { contas }) => all + contas, 0)
  const numbers = facts.flatMap(({ lancamentos }) => lancamentos)
  await say(`${counted(count, one, many)}, ${formatCurrency(total)}.`)
  await say(`${numbers.length === 1 ? 'Lançamento' : 'Lançamentos'}: ${numbers.join(', ')}`)
}

/** One batch, all or none. What went before it stays, and is told with the refusal. */
async function settleBatch(
  { api, path, options, place }: Caller,
  titles: readonly Numbered[],
  before: number,
): Promise<Settled> {
  const { tarifa, confirma, dryRun, outraVez } = options
  const body = JSON.stringify({
    ...place,
    ...(tarifa === undefined || before > 0 ? {} : { vTarifa: tarifa }),
    confirma,
    titulos: titles.map(({ id, vPago, vJuros, vMulta, vDesc }) => ({ id, vPago, vJuros, vMulta, vDesc })),
  })
  const headers = new Headers({ ...headersOf(options), 'Content-Type': 'application/json' })
  if (!dryRun)
    headers.set(
      'Idempotency-Key',
      `settle-${createHash('sha256')
        .update(path + body + (outraVez ? randomUUID() : ''))
        .digest('hex')}`,
    )
  try {
    const asked = `${path}/baixaLote${dryRun ? '?simula=1' : ''}`
    const response = await api.request(asked, { method: 'POST', headers, body })
    return { answer: await answerOf(response), isRepeated: response.headers.has(REPEATED) }
  } catch (error) {
    if (before === 0 || dryRun || !(error instanceof CommandError)) throw error
    throw new CommandError(
      error.exitCode,
      `${error.message}\n${counted(before, 'conta antes desta foi baixada', 'contas antes destas foram baixadas')}; as outras não.`,
    )
  }
}

async function showTrial(answers: readonly unknown[]): Promise<void> {
  await say('Nada foi gravado. Seria feito:')
  for (const answer of answers)
    for (const list of Object.values(v.parse(tried, answer).efeitos))
      for (const { frase } of list) await say(`  ${frase}`)
}
