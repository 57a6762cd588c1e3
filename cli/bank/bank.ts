import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { counted, formatCurrency } from '../../core/br/number'
import { type Api, answerOf, openApi } from '../api'
import { misuse } from '../exit'
import { assertNumbers, companyHeader, importEach, NUMBER, sendFile, type SendOptions } from '../import-files'
import { say, writeOut } from '../output'
import { filesIn, goesByItself, setAside } from './folders'

/** Files of collection from the terminal: what goes to the bank, and what comes from it. */

export interface RemessaOptions extends SendOptions {
  readonly cobranca?: string
  readonly boletos?: string
  readonly gera: boolean
  readonly saida?: string
}

export interface RetornoOptions extends SendOptions {
  readonly baixa: boolean
  readonly move: boolean
  readonly vigia?: string
}

export interface BoletoOptions extends SendOptions {
  readonly boletos?: string
  readonly contas?: string
  readonly forma: string
  readonly saida?: string
}

const API = '/api/financeiro'

/** Numbers parted by commas. Throws exit code 2. */
function numbersIn(name: string, text: string | undefined): number[] | null {
  const list = text?.split(',').map((one) => one.trim()) ?? null
  if (list?.some((one) => !NUMBER.test(one))) throw misuse(`--${name} são números separados por vírgula.`)
  return list?.map(Number) ?? null
}

/** Posts a body in the company that the command acts in. */
export const postJson = (api: Api, path: string, options: SendOptions, body: object): Promise<Response> =>
  api.request(path, {
    method: 'POST',
    headers: { ...companyHeader(options), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const made = v.object({
  id: v.number(),
  arquivo: v.string(),
  sequencia: v.number(),
  qTitulos: v.number(),
  vTotal: v.number(),
  entrega: v.nullable(v.string()),
})

/** Makes a file of the boletos that wait and writes it; `--gera` first makes the boletos that receivables are to have. Ends with 1 for what the bank would refuse. */
export async function makeRemessa(options: RemessaOptions): Promise<void> {
  const { cobranca, boletos, gera, dryRun, json, saida } = options
  assertNumbers({ cobranca, empresa: options.empresa })
  const boleto_arr = numbersIn('boletos', boletos)
  const api = await openApi(options)
  try {
    if (gera && !dryRun) await makeBoletos(api, options)
    const body = { banco_cnab_id: cobranca === undefined ? null : Number(cobranca), boleto_arr }
    const answer = await answerOf(await postJson(api, `${API}/remessa${dryRun ? '?simula=1' : ''}`, options, body))
    if (dryRun)
      return await (json ? writeOut(`${JSON.stringify(answer)}\n`) : say('A remessa pode ser gerada. (simulado)'))
    const told = v.parse(made, answer)
    const response = await api.request(`${API}/remessa/${told.id}/conteudo`, { headers: companyHeader(options) })
    if (!response.ok) await answerOf(response)
    const bytes = Buffer.from(await response.arrayBuffer())
    const file = saida ?? told.arquivo
    if (file === '-') return await writeOut(bytes.toString('latin1'))
    writeFileSync(file, bytes)
    if (json) await writeOut(`${JSON.stringify({ ...told, file })}\n`)
    else
      await say(
        `${file}: remessa ${told.sequencia}, ${counted(told.qTitulos, 'boleto', 'boletos')}, ${formatCurrency(told.vTotal)}${goesByItself(told.entrega)}`,
      )
  } finally {
    await api.close()
  }
}

/** Makes the boletos of all receivables that are to have one; that there are none is no fault. */
async function makeBoletos(api: Api, options: SendOptions): Promise<void> {
  const response = await postJson(api, `${API}/contas_receber/geraBoletos`, options, {})
  if (
    response.status === 400 &&
    v.parse(v.looseObject({ code: v.string() }), await response.clone().json()).code === 'no_rows'
  )
    return
  await answerOf(response)
}

const taken = v.looseObject({
  id: v.number(),
  conhecido: v.boolean(),
  banco: v.string(),
  ocorrencias: v.number(),
  aBaixar: v.number(),
  semBoleto: v.number(),
  repetidas: v.number(),
  avisos: v.array(v.string()),
})
type Taken = v.InferOutput<typeof taken>

/** What became of a file, in words. */
const takenText = ({ banco, conhecido, ocorrencias, aBaixar, semBoleto, repetidas }: Taken): string =>
  [
    `banco ${banco}: ${counted(ocorrencias, 'ocorrência', 'ocorrências')}`,
    `${aBaixar} a baixar`,
    ...(semBoleto === 0 ? [] : [`${semBoleto} sem boleto`]),
    ...(repetidas === 0 ? [] : [counted(repetidas, 'repetida', 'repetidas')]),
    ...(conhecido ? ['já carregado antes'] : []),
  ].join(', ')

const settled = v.object({ linhas: v.number(), vPago: v.number(), vTarifa: v.number(), vCredito: v.number() })

async function takeOne(api: Api, file: string, options: RetornoOptions): Promise<void> {
  const told: Taken[] = []
  await sendFile(api, file, options, {
    path: `${API}/retorno`,
    shape: taken,
    lines: (answer) => (told.push(answer), [takenText(answer)]),
    notices: ({ avisos }) => avisos,
  })
  const [one] = told
  if (options.baixa && !options.dryRun && one && one.aBaixar > 0) {
    const answer = await answerOf(await postJson(api, `${API}/retorno/${one.id}/baixaRetorno`, options, {}))
    const { linhas, vPago, vTarifa, vCredito } = v.parse(settled, answer)
    const over = vCredito > 0 ? `, ${formatCurrency(vCredito)} em créditos` : ''
    const words = `${counted(linhas, 'baixa', 'baixas')}, ${formatCurrency(vPago)} menos ${formatCurrency(vTarifa)} de tarifas${over}`
    if (!options.json) await say(`${file}: ${words}`)
  }
  if (options.move && !options.dryRun) setAside(file)
}

/** Takes in files of banks, or all of a folder; with `--baixa` settles what they say was paid. With `--vigia` goes on until it is ended. */
export async function takeRetornos(paths: readonly string[], options: RetornoOptions): Promise<void> {
  const { vigia } = options
  if (vigia !== undefined && (!NUMBER.test(vigia) || !options.move))
    throw misuse('--vigia são segundos, e pede --move.')
  for (;;) {
    const files = filesIn(paths)
    const run = importEach(files, options, ['arquivo', 'arquivos'], (api, file) => takeOne(api, file, options))
    if (vigia === undefined) return run
    // What is refused is told; who watches goes on.
    await run.catch(async (error: unknown) => say(error instanceof Error ? error.message : String(error)))
    await sleep(Number(vigia) * 1000)
  }
}

/** Writes boletos as a PDF: those that are named, or the ones made of receivables that are. */
export async function printBoletos(options: BoletoOptions): Promise<void> {
  const { boletos, contas, forma, saida = 'boletos.pdf', json } = options
  const api = await openApi(options)
  try {
    const titles = numbersIn('contas', contas)
    const ids = titles
      ? v.parse(
          v.object({ boletos: v.array(v.number()) }),
          await answerOf(await postJson(api, `${API}/contas_receber/geraBoletos`, options, { ids: titles })),
        ).boletos
      : numbersIn('boletos', boletos)
    if (ids === null) throw misuse('Diga --boletos ou --contas.')
    const response = await postJson(api, `${API}/boleto/imprime`, options, { ids, forma })
    if (!response.ok) await answerOf(response)
    writeFileSync(saida, Buffer.from(await response.arrayBuffer()))
    if (json) await writeOut(`${JSON.stringify({ boletos: ids, file: saida })}\n`)
    else await say(`${saida}: ${counted(ids.length, 'boleto', 'boletos')}`)
  } finally {
    await api.close()
  }
}
