import { writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { taken, takenText } from '../../core/edi/taken'
import { type Api, answerOf, openApi } from '../api'
import { misuse } from '../exit'
import { assertNumbers, companyHeader, importEach, NUMBER, sendFile, type SendOptions } from '../import-files'
import { say, writeOut } from '../output'

export interface ExportOptions extends SendOptions {
  readonly transportadora: string
  readonly vendas?: string
  readonly rota?: string
  readonly versao: string
  readonly confirma: boolean
  readonly saida?: string
}

const PATH = '/api/expedicao/edi'

/** Reads carriers' files in. */
export const importFiles = (files: readonly string[], options: SendOptions): Promise<void> =>
  importEach(files, options, ['arquivo', 'arquivos'], (api, file) =>
    sendFile(api, file, options, {
      path: PATH,
      shape: taken,
      lines: (told) => [`${told.tipo.toUpperCase()} ${told.versao.toUpperCase()}: ${takenText(told)}`],
      notices: ({ avisos }) => avisos,
    }),
  )

const made = v.object({ id: v.number(), arquivo: v.string(), notas: v.number(), intercambio: v.string() })

/** Makes a NOTFIS and writes it to a file. Ends with 1 for what the carrier's file refuses, or asks without `--confirma`. */
export async function exportFile(options: ExportOptions): Promise<void> {
  const { transportadora, vendas, rota, versao, confirma, dryRun } = options
  assertNumbers({ transportadora, rota, empresa: options.empresa })
  const ids = vendas?.split(',').map((one) => one.trim())
  if (ids?.some((one) => !NUMBER.test(one))) throw misuse('--vendas são números separados por vírgula.')
  const api = await openApi(options)
  try {
    const body = JSON.stringify({
      transportadora_id: Number(transportadora),
      vendas: ids?.map(Number) ?? null,
      rota_id: rota === undefined ? null : Number(rota),
      versao,
      confirma,
    })
    const headers = { ...companyHeader(options), 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const answer = await answerOf(await api.request(`${PATH}/geraNOTFIS${dryRun ? '?simula=1' : ''}`, init))
    if (dryRun) await tellTrial(answer, options.json)
    else await save(api, v.parse(made, answer), options)
  } finally {
    await api.close()
  }
}

const trial = v.looseObject({
  efeitos: v.looseObject({ avisos: v.optional(v.array(v.looseObject({ frase: v.string() })), []) }),
})

async function tellTrial(answer: unknown, json: boolean): Promise<void> {
  if (json) return writeOut(`${JSON.stringify(answer)}\n`)
  for (const { frase } of v.parse(trial, answer).efeitos.avisos) await say(`${frase} (simulado)`)
}

/** Downloads what was made to where it is wanted; the standard output has the file alone. */
async function save(api: Api, told: v.InferOutput<typeof made>, options: ExportOptions): Promise<void> {
  const response = await api.request(`${PATH}/${told.id}/conteudo`, { method: 'GET', headers: companyHeader(options) })
  if (!response.ok) await answerOf(response)
  const content = await response.text()
  if (options.saida === '-') return writeOut(content)
  const file = options.saida ?? told.arquivo
  writeFileSync(file, content)
  if (options.json) await writeOut(`${JSON.stringify({ ...told, file })}\n`)
  else await say(`${file}: ${counted(told.notas, 'nota', 'notas')}, intercâmbio ${told.intercambio}`)
}
