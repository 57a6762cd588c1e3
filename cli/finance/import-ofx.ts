import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { assertNumbers, importEach, sendFile, type SendOptions } from '../import-files'

export interface ImportOfxOptions extends SendOptions {
  readonly conta?: string
  readonly confirma: boolean
}

const account = v.looseObject({
  conta: v.string(),
  linhas: v.number(),
  novas: v.number(),
  conhecidas: v.number(),
  saldos: v.number(),
  faltas: v.array(v.object({ n: v.number(), fitid: v.string(), motivo: v.string() })),
  avisos: v.array(v.string()),
})
type Account = v.InferOutput<typeof account>
const taken = v.looseObject({ contas: v.array(account) })

/** Reads statements in. */
export async function importOfx(files: readonly string[], options: ImportOfxOptions): Promise<void> {
  const { conta, confirma } = options
  assertNumbers({ conta })
  await importEach(files, options, ['extrato', 'extratos'], (api, file) =>
    sendFile(api, file, options, {
      path: '/api/financeiro/extrato_banco/upload_ofx',
      beside: { banco_id: conta, confirma: confirma ? '1' : undefined },
      shape: taken,
      lines: ({ contas }) => contas.map(accountText),
      notices: ({ contas }) => contas.flatMap(noticesOf),
    }),
  )
}

function accountText({ conta, novas, conhecidas, saldos }: Account): string {
  const parts = [
    counted(novas, 'linha nova', 'linhas novas'),
    counted(conhecidas, 'já conhecida', 'já conhecidas'),
    ...(saldos > 0 ? [counted(saldos, 'linha de saldo', 'linhas de saldo')] : []),
  ]
  return `${conta}: ${parts.join(', ')}`
}

const noticesOf = ({ faltas, avisos }: Account): readonly string[] => [
  ...faltas.map(({ n, motivo }) => `lançamento ${n} não lido: ${motivo}`),
  ...avisos,
]
