import { writeCsv } from '../../core/tabular/csv'
import { answerOf, openApi, type Api, type Target } from '../api'
import { refused } from '../exit'
import { Progress, writeOut } from '../output'

export interface StoredOptions extends Target {
  readonly previsao: number
  readonly empresa?: string
  readonly json: boolean
}

const ASK_EVERY_MS = 500

type Answer = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Generates a forecast that the system keeps, waits for it, and writes its products by period. */
export async function generateStored(options: StoredOptions): Promise<void> {
  const api = await openApi(options)
  try {
    const call = callOf(api, options.empresa)
    const asked = await call('POST', `mrp/previsao/${options.previsao}/gerarPrevisoes`)
    if (typeof asked.tarefa_id === 'number') await untilDone(call, asked.tarefa_id, options.server === undefined)
    await writeGrade(await call('GET', `mrp/previsao/${options.previsao}/grade`), options.json)
  } finally {
    await api.close()
  }
}

type Call = (method: string, path: string) => Promise<Answer>

function callOf(api: Api, empresa: string | undefined): Call {
  const headers: Record<string, string> = empresa === undefined ? {} : { 'X-Empresa': empresa }
  return async (method, path) => objectOf(await answerOf(await api.request(`/api/${path}`, { method, headers })))
}

/** In this process nobody else may be running the queue: it is run here. */
async function untilDone(call: Call, id: number, here: boolean): Promise<void> {
  const progress = new Progress('Prevendo', 1)
  const stop = here ? await runQueueHere() : undefined
  try {
    for (;;) {
      const task = await call('GET', `sis/tarefa/${id}`)
      if (task.status === 'concluida') return
      if (task.status === 'falhou' || task.status === 'cancelada')
        throw refused(String(task.erro ?? 'A tarefa foi cancelada.'))
      const total = Number(task.total)
      new Progress('Prevendo', total).show(Number(task.feito), `${String(task.feito)} de ${total} produtos`)
      await Bun.sleep(ASK_EVERY_MS)
    }
  } finally {
    progress.end()
    await stop?.()
  }
}

async function runQueueHere(): Promise<() => Promise<void>> {
  const [{ openDatabase }, { readSettings }, { servicesFor }, { startWorker }] = await Promise.all([
    import('../../http/db/connect'),
    import('../../http/settings'),
    import('../setup/services'),
    import('../../http/platform/jobs/worker'),
  ])
  // Defines the jobs, for the worker to find.
  await import('../../http/resources')
  const settings = readSettings()
  const database = await openDatabase(settings, { max: 4 })
  const worker = await startWorker(servicesFor(database, settings))
  return async () => {
    await worker.stop()
    await database.close()
  }
}

async function writeGrade(grade: Answer, json: boolean): Promise<void> {
  const dates = listOf(grade.datas).map(String)
  const items = listOf(grade.itens).map(objectOf)
  if (json) {
    const lines = items.map(({ mercadoria_id, codigo, xProd, metodo, q }) => {
      const ahead = listOf(q).map((quantity, at) => ({ period: dates[at], quantity }))
      return `${JSON.stringify({ code: codigo, mercadoria_id, name: xProd, method: metodo, ahead })}\n`
    })
    return writeOut(lines.join(''))
  }
  const rows = items.map(({ codigo, xProd, q }) => [
    String(codigo ?? ''),
    String(xProd ?? ''),
    ...listOf(q).map((one) => String(one).replace('.', ',')),
  ])
  return writeOut(writeCsv([['codigo', 'produto', ...dates], ...rows]))
}
