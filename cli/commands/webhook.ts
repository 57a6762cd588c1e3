import type { Command } from 'commander'
import { type Api, answerOf, openApi, type Target } from '../api'
import { misuse } from '../exit'
import { say, table, writeOut } from '../output'
import { withTarget } from './call'

const BASE = '/api/cadastros/webhook_entrega'
const COLUMNS = [
  'id',
  'event_type',
  'status',
  'tentativas',
  'ultimo_status',
  'ultima_ms',
  'criado_em',
  'erro',
  'webhook_url',
]

interface ListOptions extends Target {
  readonly falhas: boolean
  readonly fila: boolean
  readonly limit: string
  readonly json: boolean
}

interface ResendOptions extends Target {
  readonly all: boolean
}

/** Deliveries of webhooks: what was told, what waits, what failed, and sending it again. */
export function webhookCommand(program: Command): void {
  const webhook = program.command('webhook').description('entregas de webhooks: list, resend')
  withTarget(webhook.command('list'))
    .description('lista as entregas, as mais novas primeiro')
    .option('--falhas', 'só as que falharam', false)
    .option('--fila', 'só as que esperam', false)
    .option('--limit <n>', 'quantas', '50')
    .option('--json', 'uma entrega por linha, em JSON', false)
    .action((options: ListOptions) => withApi(options, (api) => list(api, options)))
  withTarget(webhook.command('resend [ids...]'))
    .description('reenvia entregas pelo número, ou com --all todas as que falharam')
    .option('--all', 'todas as que falharam (até 1000)', false)
    .action((ids: readonly string[], options: ResendOptions) => withApi(options, (api) => resend(api, ids, options)))
}

async function withApi(target: Target, work: (api: Api) => Promise<void>): Promise<void> {
  const api = await openApi(target)
  try {
    await work(api)
  } finally {
    await api.close()
  }
}

async function list(api: Api, { falhas, fila, limit, json }: ListOptions): Promise<void> {
  const status = [...(falhas ? ['falhou'] : []), ...(fila ? ['na_fila'] : [])]
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw misuse('--limit é um número de 1 a 1000.')
  const query = new URLSearchParams({ perPage: limit, orderBy: 'id', sortedBy: 'desc' })
  if (status.length > 0) query.set('where', JSON.stringify({ status }))
  const rows = rowsOf(await answerOf(await api.request(`${BASE}?${query}`, {})))
  if (json) await writeOut(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  else await say(rows.length === 0 ? 'Nenhuma entrega.' : table(rows, COLUMNS))
}

async function resend(api: Api, ids: readonly string[], { all }: ResendOptions): Promise<void> {
  if (all === ids.length > 0) throw misuse('Informe os números das entregas, ou --all.')
  if (!ids.every((id) => /^[1-9]\d{0,9}$/.test(id))) throw misuse('Cada entrega é um número.')
  const paths = all ? [`${BASE}/reenviaFalhas`] : ids.map((id) => `${BASE}/${id}/reenvia`)
  for (const path of paths) {
    const answer = await answerOf(await api.request(path, { method: 'POST' }))
    await say(typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : 'Feito.')
  }
}

type Row = Readonly<Record<string, unknown>>

function rowsOf(answer: unknown): readonly Row[] {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
    ? answer.data
    : []
}
