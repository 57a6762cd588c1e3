import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { meets, need } from '../../core/access'
import { counted } from '../../core/br/number'
import { IMPORTED_NAMES, TITLE } from '../../core/fields/financeiro/titulos'
import { byName, type ImportKind } from '../cadastros/importacao/kind'
import { Checker, type SheetRow, type Verdict } from '../cadastros/importacao/check'
import { idColumn, ownColumns, withOwn } from '../cadastros/importacao/columns'
import { openSheet, type TableFile } from '../cadastros/importacao/sheet/source'
import { readingOf, Survey } from '../cadastros/importacao/survey'
import { cliente } from '../cadastros/pessoas'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { type Defined, EXTRA } from '../platform/custom/definitions'
import { extraOf, takeCustomRows } from '../platform/custom/take'
import { type OwnText, ownTexts } from '../platform/custom/texts'
import { toJson } from '../platform/engine/columns'
import { createRecord } from '../platform/engine/create'
import { ApiError, badRequest, forbidden, invalid } from '../platform/errors'
import { countInput, dateInput, decimalInput, identifier, shortText } from '../platform/inputs'
import { lockNames } from '../platform/locks'
import { parseField } from '../platform/parse'
import type { Row } from '../platform/resource'
import { banco, centroResultado, planoConta } from './caixa'
import { type Repeat, repeatsOf } from './lot-repeats'
import { contasReceber, pagamento } from './registers'

/** Receivables that come from another program (T3-044, T3-045): a file is read and shown, and what was looked at becomes titles, once. */

const MOST = 1_000
const tooMany = () => badRequest(`O arquivo tem mais de ${MOST} contas: divida-o.`, 'too_many')

/** Throws 403 without 'importar contas_receber' (P3-007). */
function assertMayImport(ctx: Ctx): void {
  if (!meets(ctx.actor, need.right('importar contas_receber')))
    throw forbidden('Você não tem permissão para importar contas a receber.')
}

const titleKind = (): ImportKind => ({
  name: 'contas_receber',
  title: 'Contas a receber',
  resource: contasReceber,
  columns: ownColumns(contasReceber, {
    except: ['empresa_id', 'tpConta', 'tpRecorrencia'],
    lookups: {
      cliente_id: byName(cliente, 'xNome', 'CNPJ_CPF'),
      pagamento_id: byName(pagamento, 'descricao'),
      plano_conta_id: byName(planoConta, 'descricao', 'codigo'),
      centro_resultado_id: byName(centroResultado, 'descricao'),
      banco_id: byName(banco, 'descricao'),
    },
  }).filter((one) => one.name !== idColumn.name),
  keys: [],
  complete: (ctx, rows) => {
    for (const { values } of rows) values.dEmissao ??= ctx.clock.today()
    return Promise.resolve()
  },
})

/** The rows of a file, and how its columns are read. Throws 400 for what is no table, without rows, or with too many. */
async function rowsIn(ctx: Ctx, kind: ImportKind, file: TableFile) {
  const survey = new Survey()
  const rows: SheetRow[] = []
  for await (const piece of (await openSheet(file)).pieces) {
    rows.push(...survey.hear(piece))
    if (rows.length > MOST + 100) throw tooMany()
  }
  const { cabecalho, colunas, avisos } = await readingOf(ctx, kind, survey)
  const plan = {
    kind,
    columns: colunas.map(({ campo }) => kind.columns.find(({ name }) => name === campo)),
    marks: colunas.map(({ virgulas, pontos }) => ({ commas: virgulas, points: pontos })),
    fixed: {},
  }
  const own = rows.filter(({ ordem }) => ordem > cabecalho && ordem <= survey.end)
  if (own.length > MOST) throw tooMany()
  if (plan.columns.every((one) => one === undefined))
    throw badRequest('Não foi possível importar, verifique os dados.', 'invalid_file')
  return { plan, rows: own, colunas, avisos }
}

/** The company's own fields that a file has, and how people read what it says in them. */
interface OwnRead {
  readonly defined: readonly Defined[]
  readonly read: OwnText
}

/** A row as it is looked at: what it would be, what is wrong with it, and what somebody has to say of it. */
function previewOf({ row, values, erros }: Verdict, repeat: Repeat | undefined, { defined, read }: OwnRead): Row {
  const certain = repeat?.isCertain === true ? [repeat.text] : []
  const byKey = (told: (one: Defined) => unknown): Row =>
    Object.fromEntries(defined.map((one) => [one.custom.key, told(one)]))
  return {
    linha: row.linha,
    ...Object.fromEntries(IMPORTED_NAMES.map((name) => [name, values[name] ?? null])),
    [EXTRA]: byKey(({ custom, field }) => toJson(field.meta.kind, extraOf(values)[custom.id] ?? null)),
    textos: byKey((one) => read(values, one)),
    erros: [...erros.map(({ mensagem }) => mensagem), ...certain],
    avisos: repeat && !repeat.isCertain ? [repeat.text] : [],
  }
}

/** Reads a file of receivables: nothing is written. Throws 400, 403. */
export async function previewFile(ctx: Ctx, file: TableFile): Promise<object> {
  assertMayImport(ctx)
  const kind = await withOwn(ctx, titleKind())
  const { plan, rows, colunas, avisos } = await rowsIn(ctx, kind, file)
  const verdicts = await new Checker(ctx, plan, { write: false, create: false }).check(rows)
  const fine = verdicts.filter(({ erros }) => erros.length === 0)
  const repeats = await repeatsOf(
    ctx,
    fine.map(({ values }) => values),
  )
  const repeatOf = new Map(fine.map((one, at) => [one, repeats[at]]))
  const names = await customerNames(ctx, verdicts)
  const defined = plan.columns.flatMap((column) => column?.own ?? [])
  const read = await ownTexts(
    ctx,
    defined,
    verdicts.map(({ values }) => values),
  )
  const lote_list = verdicts.map((one) => ({
    ...previewOf(one, repeatOf.get(one), { defined, read }),
    xNome: names.get(Number(one.values.cliente_id)) ?? null,
  }))
  const hash = createHash('sha256')
    .update(await file.bytes())
    .digest('hex')
  return {
    dados_importacao: {
      arquivo: file.name,
      hash,
      avisos,
      colunas: colunas.map(({ titulo, campo }) => ({ titulo, campo })),
      proprios: defined.map(({ custom: { key, label } }) => ({ key, label })),
    },
    lote_list,
  }
}

async function customerNames(ctx: Ctx, verdicts: readonly Verdict[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(verdicts.map(({ values }) => Number(values.cliente_id)).filter((id) => id > 0))]
  const rows = await rowsOf(ctx, sql`select id, "xNome" from cliente where id = any (${`{${ids.join()}}`}::int[])`)
  return new Map(rows.map((row) => [Number(row.id), String(row.xNome)]))
}

const given = v.optional(v.nullable(identifier))
const day = v.optional(v.nullable(dateInput))
const text = (max: number) => v.optional(v.nullable(shortText(max)))
const title = v.object({
  cliente_id: identifier,
  numero: text(60),
  parcela: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  descricao: text(200),
  dEmissao: day,
  dCompetencia: day,
  dVencimento: dateInput,
  vDup: v.optional(v.nullable(decimalInput)),
  vConta: v.optional(v.nullable(decimalInput)),
  pagamento_id: given,
  plano_conta_id: given,
  centro_resultado_id: given,
  banco_id: given,
  obs: text(500),
  [EXTRA]: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
})

const input = v.object({
  id: v.optional(countInput),
  lote_list: v.pipe(
    v.array(title, 'Envie a lista das contas.'),
    v.minLength(1, 'Nenhum registro selecionado'),
    v.maxLength(MOST, `No máximo ${MOST} contas por vez.`),
  ),
  dados_importacao: v.optional(
    v.object({
      hash: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Identificação inválida.')))),
      descricao: text(200),
      dCompetencia: day,
      pagamento_id: given,
      plano_conta_id: given,
      centro_resultado_id: given,
      banco_id: given,
    }),
    {},
  ),
})
type Lot = v.InferOutput<typeof input>

/** A list, of a file or not, is taken once. Throws 400 `repeated`. */
async function assertFresh(ctx: Ctx, lote_id: string): Promise<void> {
  const [known] = await rowsOf(
    ctx,
    sql`select count(*)::int as contas, min(to_char(criado_em, 'DD/MM/YYYY')) as dia from contas_receber
        where empresa_id = ${ctx.actor.empresa_id} and lote_id = ${lote_id} and "dhCancelamento" is null`,
  )
  if (Number(known?.contas) > 0)
    throw badRequest(
      `Este arquivo já foi importado em ${String(known?.dia)}: ${counted(Number(known?.contas), 'conta', 'contas')}.`,
      'repeated',
    )
}

/** No title of the list is there already, or twice. Throws 422 at its row. */
async function assertDistinct(ctx: Ctx, list: readonly Row[]): Promise<void> {
  const repeats = await repeatsOf(ctx, list)
  const at = repeats.findIndex((one) => one?.isCertain)
  if (at >= 0) throw invalid({ [`lote_list.${at}.numero`]: [repeats[at]?.text ?? ''] })
}

/** A value as its field takes it. Throws 422 at its row. */
function valueAt(at: number, given: string): unknown {
  const read = parseField(contasReceber.fields.vDup.meta, given)
  if ('error' in read) throw invalid({ [`lote_list.${at}.vDup`]: [read.error] })
  return read.ok
}

/** The titles with the company's own fields as they are stored, checked as their form checks them. Throws 422 at the row. */
async function withExtra(ctx: Ctx, list: readonly Row[]): Promise<readonly Row[]> {
  const drafts = list.map(({ [EXTRA]: extra, ...values }) => ({ before: undefined, values, input: { [EXTRA]: extra } }))
  const told = await takeCustomRows(ctx, contasReceber, drafts)
  const errors = told.flatMap((one, at) =>
    Object.entries(one).map(([name, texts]) => [`lote_list.${at}.${name}`, [...texts]] as const),
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  return drafts.map(({ values }) => values)
}

/** What is wrong with a title, told at its row. */
async function atRow<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error
    const errors = Object.entries(error.errors).map(([name, texts]) => [`lote_list.${at}.${name}`, texts])
    throw new ApiError(error.status, error.code, error.message, Object.fromEntries(errors))
  }
}

async function makeLot(ctx: Ctx, { lote_list, dados_importacao }: Lot) {
  const { hash, ...common } = dados_importacao
  const { empresa_id } = ctx.actor
  const told = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== null && value !== undefined))
  const list = lote_list.map(({ vConta, ...one }, at): Row => ({
    ...told,
    ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null && value !== undefined)),
    vDup: valueAt(at, one.vDup ?? vConta ?? '0'),
  }))
  // Of a file just these rows: what was left out of it comes in a list of its own.
  const lote_id = createHash('sha256')
    .update(`${hash ?? ''}${JSON.stringify(list)}`)
    .digest('hex')
  await lockNames(ctx.db, [`lote de contas ${empresa_id}`])
  await assertFresh(ctx, lote_id)
  await assertDistinct(ctx, list)
  const ids: number[] = []
  for (const [at, one] of (await withExtra(ctx, list)).entries()) {
    const values = { dEmissao: ctx.clock.today(), ...one, empresa_id, tpConta: TITLE.IMPORTADA, lote_id }
    const made = await atRow(at, () => createRecord(ctx, contasReceber, { values, acao: 'importa' }))
    ids.push(made.id)
  }
  return { lote_id, contas: ids.length, ids }
}

/** Makes receivables of a list that was looked at: all of them, or none, each with a step of its own; it is not undone as a whole. */
export const geraContasLote = action(contasReceber, 'geraContasLote', {
  on: 'collection',
  right: 'own',
  summary:
    'Gera contas a receber importadas (tpConta 3) de uma lista, todas ou nenhuma, e cada lista uma vez. Não pode ser revertido.',
  input,
  answer: v.object({ lote_id: v.string(), contas: v.number(), ids: v.array(v.number()) }),
  run: async ({ ctx, input: lot }) => {
    assertMayImport(ctx)
    return makeLot(ctx, lot)
  },
})
