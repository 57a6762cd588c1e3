import type { Ctx } from '../../platform/context'
import { announce, insert, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { Checker, type Fault, type Plan, type SheetRow, type Verdict } from './check'
import { withOwn } from './columns'
import { keepCreated, writeRows } from './commit'
import { importacao } from './importacao'
import type { ImportKind } from './kind'
import { kindOf, planOf } from './pass'
import type { SheetSource } from './sheet/source'
import { type Batch, CHUNK } from './stage'
import { readingOf, Survey, type Told } from './survey'

/** How a file is imported at once. */
export interface DirectOptions {
  readonly arquivo: string
  readonly told: Told
  readonly existentes: 'atualiza' | 'pula'
  readonly cria_referencias: boolean
  readonly tabela_preco_id: number | null
  /** False only checks. */
  readonly write: boolean
  readonly onProgress: (step: 'Lendo' | 'Conferindo' | 'Gravando', bytes: number) => void
}

/** Something at a row of the file. */
interface Remark {
  readonly linha: number
  readonly coluna: string
  readonly mensagem: string
}

/** What an import at once came to. With any fault its transaction must be given up: then `batch` counts what was found. */
export interface DirectReport {
  readonly batch: Batch
  readonly wrong: number
  readonly faults: readonly Remark[]
  /** What was taken though it would be refused if it were typed. */
  readonly notices: readonly Remark[]
}

const TOLD_FAULTS = 1_000

/**
 * Imports a file in one pass, in the caller's transaction: the wizard's checks and writes without its stored rows, for whoever does not come
 * back to them. The file is read twice: what its numbers mean, the whole of each column tells.
 */
export async function importDirect(
  ctx: Ctx,
  declared: ImportKind,
  open: () => Promise<SheetSource>,
  options: DirectOptions,
): Promise<DirectReport> {
  const kind = await withOwn(ctx, declared)
  const survey = new Survey()
  const first = await open()
  for await (const piece of first.pieces) {
    survey.hear(piece)
    options.onProgress('Lendo', piece.bytes)
  }
  const reading = await readingOf(ctx, kind, survey, options.told)
  assertMapped(kind, reading.colunas)
  const { existentes, cria_referencias, tabela_preco_id } = options
  const batch = await insert(ctx, importacao, {
    tipo: kind.name,
    arquivo: options.arquivo.slice(0, 200),
    formato: first.formato,
    user_id: ctx.actor.id || null,
    ...reading,
    existentes,
    cria_referencias,
    tabela_preco_id,
  })
  const work = new Direct(ctx, batch, { plan: await planOf(ctx, batch), write: options.write })
  const source = await open()
  const again = new Survey()
  for await (const { rows, bytes } of source.pieces) {
    await work.take(again.take(rows).filter(({ ordem }) => ordem > reading.cabecalho && ordem <= survey.end))
    options.onProgress(work.wrong > 0 || !options.write ? 'Conferindo' : 'Gravando', bytes)
  }
  return work.finish()
}

function assertMapped(kind: ImportKind, columns: readonly { readonly campo: string | null }[]): void {
  if (columns.some(({ campo }) => campo !== null)) return
  const known = kind.columns.map(({ label }) => label).join(', ')
  throw badRequest(`Nenhuma coluna do arquivo foi reconhecida. São aceitas: ${known}.`, 'invalid_file')
}

/** Rows on their way straight into the database. After the first fault they are only checked. */
class Direct {
  wrong = 0
  readonly write: boolean
  readonly #checker: Checker
  readonly #seen = new Map<string, number>()
  readonly #faults: Remark[] = []
  readonly #notices: Remark[] = []
  readonly #counts = { novos: 0, alterados: 0, iguais: 0, errados: 0, repetidos: 0, pulados: 0, avisados: 0 }
  #waiting: SheetRow[] = []
  #last = 0

  constructor(
    readonly ctx: Ctx,
    readonly batch: Batch,
    { plan, write }: { readonly plan: Plan; readonly write: boolean },
  ) {
    this.write = write
    this.#checker = new Checker(ctx, plan, { write, create: batch.cria_referencias })
  }

  async take(rows: readonly SheetRow[]): Promise<void> {
    for (const row of rows) {
      this.#waiting.push(row)
      if (this.#waiting.length >= CHUNK) await this.#flush()
    }
  }

  async finish(): Promise<DirectReport> {
    await this.#flush()
    const counts = this.#counts
    const done = this.write && this.wrong === 0 && counts.novos + counts.alterados > 0
    if (done) {
      await keepCreated(this.ctx, this.batch, this.#checker.references.created)
      await announce(this.ctx, kindOf(this.batch).resource, this.#last)
    }
    const status = done ? { status: 'importada', dhImportacao: this.ctx.clock.now() } : {}
    const batch = await update(this.ctx, importacao, this.batch, { ...counts, ...status }, 'importa')
    return { batch, wrong: this.wrong, faults: this.#faults, notices: this.#notices }
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length === 0) return
    const verdicts = await this.#checker.check(rows)
    const good = verdicts.filter((verdict) => this.#judge(verdict))
    const situation = (wanted: string) => good.filter(({ situacao }) => situacao === wanted).length
    this.#counts.iguais += situation('igual')
    if (!this.write || this.wrong > 0) {
      this.#counts.novos += situation('novo')
      this.#counts.alterados += situation('alterado')
      return
    }
    const written = await writeRows(this.ctx, this.batch, good)
    this.#counts.novos += written.created
    this.#counts.alterados += written.changed
    this.#counts.pulados += written.skipped
    this.#last = written.last || this.#last
  }

  /** True for a row that is fine, by itself and beside the rows before it. */
  #judge({ row, situacao, erros, avisos, chaves }: Verdict): boolean {
    for (const fault of erros) this.#tell(this.#faults, row.linha, fault)
    if (situacao === 'erro') {
      this.wrong++
      this.#counts.errados++
      return false
    }
    const before = chaves.map((key) => this.#seen.get(key)).find((line) => line !== undefined)
    if (before !== undefined) {
      this.wrong++
      this.#counts.repetidos++
      this.#tell(this.#faults, row.linha, { coluna: null, mensagem: `Repetido: já está na linha ${before}.` })
      return false
    }
    for (const key of chaves) this.#seen.set(key, row.linha)
    for (const notice of avisos) this.#tell(this.#notices, row.linha, notice)
    if (avisos.length > 0) this.#counts.avisados++
    return true
  }

  #tell(list: Remark[], linha: number, { coluna: at, mensagem }: Fault): void {
    const columns = this.#checker.plan.columns
    const coluna = at === null ? '' : (columns[at]?.label ?? `Coluna ${at + 1}`)
    if (list.length < TOLD_FAULTS) list.push({ linha, coluna, mensagem })
  }
}
