import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import type { DirectReport } from '../../http/cadastros/importacao/direct'
import type { ImportOptions } from '../import/table'
import { CommandError, EXIT, misuse, unreachable } from '../exit'
import { Progress, say, table, warn } from '../output'

/** What registers are imported from a table, and how their records are counted. */
const KINDS = { clientes: 'clientes', fornecedores: 'fornecedores', produtos: 'produtos', precos: 'preços' } as const

interface Options {
  readonly map: readonly string[]
  readonly dryRun: boolean
  readonly update: boolean
  readonly skip: boolean
  readonly cria: boolean
  readonly tabela?: string
  readonly empresa?: string
  readonly json: boolean
}

/** `prumo import clientes|fornecedores|produtos|precos FILE`, `prumo import lotes`, `prumo import desfaz N`. */
export function importTableCommands(command: Command): void {
  for (const kind of Object.keys(KINDS))
    command
      .command(`${kind} <arquivo>`)
      .description(`importa ${nameOf(kind)} de CSV ou XLSX, tudo ou nada; as colunas são reconhecidas pelo nome`)
      .option('--map <coluna=campo>', 'diz o campo de uma coluna, pelo nome ou número; repita para outras', gather, [])
      .option('--dry-run', 'só confere, sem gravar nada', false)
      .option('--update', 'atualiza os que já estão cadastrados (o usual)', false)
      .option('--skip', 'não muda os que já estão cadastrados', false)
      .option('--cria', 'cadastra unidades, grupos, marcas e categorias que faltam', false)
      .option('--tabela <id>', 'tabela de preço das linhas que não dizem a sua (precos)')
      .option('--empresa <id>', 'age nesta empresa')
      .option('--json', 'responde em JSON', false)
      .action((file: string, options: Options) => importTable(kind, file, options))
  command
    .command('lotes')
    .description('lista as importações feitas')
    .option('--json', 'responde em JSON', false)
    .action(listLots)
  command
    .command('desfaz <lote>')
    .description('desfaz uma importação: restaura o que mudou e exclui o que criou')
    .option('--json', 'responde em JSON', false)
    .action(undoLot)
}

const gather = (text: string, list: readonly string[]): string[] => [...list, text]
const nameOf = (kind: string): string => new Map<string, string>(Object.entries(KINDS)).get(kind) ?? kind

function number(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw misuse(`${name} é um número.`)
  return Number(text)
}

function mapOf(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((one) => {
      const at = one.lastIndexOf('=')
      if (at < 1) throw misuse('--map é coluna=campo, como --map "Razão Social=xNome".')
      return [one.slice(0, at), one.slice(at + 1)]
    }),
  )
}

/** Ends the transaction without keeping anything, and carries what was found. */
class GiveUp extends Error {
  constructor(readonly report: DirectReport) {
    super('dry run')
  }
}

async function importTable(kind: string, file: string, options: Options): Promise<void> {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  if (options.update && options.skip) throw misuse('Use --update ou --skip, não os dois.')
  const bars = new Bars()
  const chosen: ImportOptions = {
    map: mapOf(options.map),
    existentes: options.skip ? 'pula' : 'atualiza',
    cria: options.cria,
    tabela: number(options.tabela, '--tabela'),
    dryRun: options.dryRun,
    onProgress: (step, done, total) => bars.show(step, done, total),
  }
  const empresa = number(options.empresa, '--empresa')
  const started = performance.now()
  const report = await run(kind, file, chosen, empresa).finally(() => bars.end())
  const seconds = (performance.now() - started) / 1000
  await tell(report, { kind, seconds, options })
}

/** In one transaction, which is given up when anything is wrong or nothing is to be kept. */
async function run(
  kind: string,
  file: string,
  chosen: ImportOptions,
  empresa: number | undefined,
): Promise<DirectReport> {
  const [{ withDatabase, asSystem }, { importTable }] = await Promise.all([
    import('../local'),
    import('../import/table'),
    import('../../http/resources'),
  ])
  try {
    return await withDatabase((database) =>
      asSystem(database, async (ctx) => {
        const actor =
          empresa === undefined ? ctx.actor : { ...ctx.actor, empresa_id: companyIn(ctx.actor.empresas, empresa) }
        const report = await importTable({ ...ctx, actor }, kind, file, chosen)
        if (report.batch.status !== 'importada') throw new GiveUp(report)
        return report
      }),
    )
  } catch (error) {
    if (error instanceof GiveUp) return error.report
    throw error
  }
}

function companyIn(empresas: readonly number[], wanted: number): number {
  if (!empresas.includes(wanted)) throw new CommandError(EXIT.refused, `Não há empresa com o código ${wanted}.`)
  return wanted
}

interface Telling {
  readonly kind: string
  readonly seconds: number
  readonly options: Options
}

const SHOWN_FAULTS = 100

async function tell(
  { batch, wrong, faults, notices }: DirectReport,
  { kind, seconds, options }: Telling,
): Promise<void> {
  const { total, novos, alterados, iguais, errados, repetidos, pulados } = batch
  const written = batch.status === 'importada'
  const segundos = Number(seconds.toFixed(2))
  if (options.json)
    await say(
      JSON.stringify({
        lote: written ? batch.id : null,
        total,
        novos,
        alterados,
        iguais,
        errados,
        repetidos,
        pulados,
        erros: faults,
        avisos: batch.avisos ?? [],
        avisados: notices,
        segundos,
      }),
    )
  else {
    for (const notice of [batch.avisos ?? []].flat()) warn(String(notice))
    tellFaults([...notices, ...faults])
  }
  if (wrong > 0)
    throw new CommandError(
      EXIT.refused,
      `${wrong} de ${total} linhas com erro. ${options.dryRun ? '' : 'Nada foi importado.'}`.trim(),
    )
  if (options.json) return
  const parts = [
    `${novos} novos`,
    `${alterados} alterados`,
    `${iguais} iguais`,
    ...(pulados > 0 ? [`${pulados} pulados`] : []),
  ].join(', ')
  const time = `${seconds.toFixed(1).replace('.', ',')} s (${Math.round(total / seconds)} por segundo)`
  if (written) await say(`Lote ${batch.id}: ${total} ${nameOf(kind)} importados em ${time}: ${parts}.`)
  else await say(`${options.dryRun ? 'Conferência' : 'Nada a importar'}: ${total} linhas em ${time}: ${parts}.`)
}

function tellFaults(faults: DirectReport['faults']): void {
  for (const { linha, coluna, mensagem } of faults.slice(0, SHOWN_FAULTS))
    warn(`linha ${linha}: ${coluna === '' || mensagem.startsWith(coluna) ? '' : `${coluna}: `}${mensagem}`)
  if (faults.length > SHOWN_FAULTS) warn(`… e mais ${faults.length - SHOWN_FAULTS} erros`)
}

async function listLots({ json }: { readonly json: boolean }): Promise<void> {
  const [{ withDatabase, asSystem }, { listBatches }] = await Promise.all([
    import('../local'),
    import('../import/table'),
  ])
  const rows = await withDatabase((database) => asSystem(database, (ctx) => listBatches(ctx, 100)))
  const columns = ['id', 'quando', 'tipo', 'arquivo', 'status', 'novos', 'alterados', 'pulados', 'errados', 'usuario']
  await say(json ? JSON.stringify(rows) : rows.length === 0 ? 'Nenhuma importação foi feita.' : table(rows, columns))
}

async function undoLot(text: string, { json }: { readonly json: boolean }): Promise<void> {
  const id = number(text, 'O lote')
  const [{ withDatabase, asSystem }, { undoTable }] = await Promise.all([
    import('../local'),
    import('../import/table'),
    import('../../http/resources'),
  ])
  const bars = new Bars()
  const { row, kept } = await withDatabase((database) =>
    asSystem(database, (ctx) => undoTable(ctx, id ?? 0, (done, total) => bars.show('Desfazendo', done, total))),
  ).finally(() => bars.end())
  if (json) return say(JSON.stringify({ ...row, registros_mantidos: kept }))
  const counts = `${String(row.novos)} excluídos, ${String(row.alterados)} restaurados`
  if (row.mantidos === 0) return say(`Lote ${String(id)} desfeito: ${counts}.`)
  for (const { nome, motivo } of kept) warn(`${nome}: ${motivo}`)
  await say(`Lote ${String(id)} desfeito em parte: ${String(row.mantidos)} registros ficaram como estão.`)
}

/** One progress bar a step. */
class Bars {
  #bar: Progress | undefined

  show(step: string, done: number, total: number): void {
    if (this.#bar?.title !== step) {
      this.end()
      this.#bar = new Progress(step, total)
    }
    this.#bar.show(done, total > 0 ? `${done} de ${total}` : '')
  }

  end(): void {
    this.#bar?.end()
    this.#bar = undefined
  }
}
