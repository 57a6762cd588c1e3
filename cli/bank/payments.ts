import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { counted, formatCurrency } from '../../core/br/number'
import { type Api, answerOf, openApi } from '../api'
import { misuse } from '../exit'
import { assertNumbers, companyHeader, importEach, sendFile, type SendOptions } from '../import-files'
import { say, writeOut } from '../output'
import { postJson } from './bank'
import { filesIn, goesByItself, setAside } from './folders'

/** Files of payments from the terminal: what goes to the bank, and what comes from it. */

export interface EnviaOptions extends SendOptions {
  readonly remessa: string
  readonly saida?: string
}

export interface PagamentoRetornoOptions extends SendOptions {
  readonly move: boolean
}

const REMITTANCE = '/api/financeiro/remessa_pagamento'

const sentShape = v.looseObject({
  id: v.number(),
  dhEnvio: v.nullable(v.string()),
  vTotal: v.number(),
  qPagamentos: v.number(),
  arquivos: v.array(
    v.looseObject({
      id: v.number(),
      arquivo: v.string(),
      sequencia: v.number(),
      descartado: v.boolean(),
      entrega: v.nullable(v.string()),
    }),
  ),
})

/** Where a file goes: as it is told, into the folder that is, or into this one under its own name. Throws exit code 2 where several would go into one. */
function placeOf(saida: string | undefined, arquivo: string, isAlone: boolean): string {
  if (saida === undefined) return arquivo
  if (saida !== '-' && existsSync(saida) && statSync(saida).isDirectory()) return join(saida, arquivo)
  if (!isAlone) throw misuse('A remessa tem mais de um arquivo: diga uma pasta em --saida.')
  return saida
}

/** Makes the files of an approved remittance and writes them; one that was sent is written again, to the byte. Ends with 1 for what the bank would refuse. */
export async function sendPayments(options: EnviaOptions): Promise<void> {
  const { remessa, dryRun, json, saida } = options
  assertNumbers({ remessa, empresa: options.empresa })
  const api = await openApi(options)
  try {
    const path = `${REMITTANCE}/${remessa}`
    const headers = companyHeader(options)
    const before = v.parse(sentShape, await answerOf(await api.request(path, { headers })))
    const isSent = before.dhEnvio !== null
    if (!isSent) {
      const answer = await answerOf(
        await postJson(api, `${path}/enviaPagamentosBanco${dryRun ? '?simula=1' : ''}`, options, {}),
      )
      if (dryRun)
        return await (json ? writeOut(`${JSON.stringify(answer)}\n`) : say('A remessa pode ser enviada. (simulado)'))
    } else if (dryRun) return await say('A remessa já foi enviada. (simulado)')
    const now = v.parse(sentShape, await answerOf(await api.request(path, { headers })))
    const files = now.arquivos.filter((one) => !one.descartado).toReversed()
    const written = []
    for (const one of files) {
      const place = placeOf(saida, one.arquivo, files.length === 1)
      const response = await api.request(`${path}/conteudo?arquivo_id=${one.id}`, { headers })
      if (!response.ok) await answerOf(response)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (place === '-') return await writeOut(bytes.toString('latin1'))
      writeFileSync(place, bytes)
      written.push(place)
    }
    if (json) await writeOut(`${JSON.stringify({ ...now, files: written })}\n`)
    else
      await say(
        `${written.join(', ')}: ${counted(now.qPagamentos, 'pagamento', 'pagamentos')}, ${formatCurrency(now.vTotal)}${isSent ? ' (já enviada antes)' : ''}${goesByItself(files[0]?.entrega)}`,
      )
  } finally {
    await api.close()
  }
}

const taken = v.looseObject({
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

const some = (n: number, one: string, many: string): readonly string[] => (n === 0 ? [] : [counted(n, one, many)])

/** What became of a file, in words. */
const takenText = (one: v.InferOutput<typeof taken>): string =>
  [
    `banco ${one.banco}: ${counted(one.ocorrencias, 'ocorrência', 'ocorrências')}`,
    ...(one.pagos === 0 ? [] : [`${counted(one.pagos, 'pago', 'pagos')} (${formatCurrency(one.vPago)})`]),
    ...some(one.agendados, 'agendado', 'agendados'),
    ...some(one.recusados, 'recusado', 'recusados'),
    ...some(one.devolvidos, 'devolvido', 'devolvidos'),
    ...some(one.semPagamento, 'sem pagamento', 'sem pagamento'),
    ...(one.aBaixar === 0 ? [] : [`${one.aBaixar} a baixar`]),
    ...some(one.repetidas, 'repetida', 'repetidas'),
    ...(one.conhecido ? ['já carregado antes'] : []),
  ].join(', ')

async function takeOne(api: Api, file: string, options: PagamentoRetornoOptions): Promise<void> {
  await sendFile(api, file, options, {
    path: REMITTANCE,
    shape: taken,
    lines: (answer) => [takenText(answer)],
    notices: ({ avisos }) => avisos,
  })
  if (options.move && !options.dryRun) setAside(file)
}

/** Takes in files of banks, or all of a folder: what was paid is settled. */
export function takePaymentReturns(paths: readonly string[], options: PagamentoRetornoOptions): Promise<void> {
  return importEach(filesIn(paths), options, ['arquivo', 'arquivos'], (api, file) => takeOne(api, file, options))
}
