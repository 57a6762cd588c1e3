import { type SQL, sql } from 'drizzle-orm'
import { remessaFileName } from '../../../core/banking/cnab/file-name'
import type { Remessa } from '../../../core/banking/cnab/titulo'
import { CoreError } from '../../../core/errors'
import { BOLETO, INSTRUCTION, WITH_US } from '../../../core/fields/financeiro/boleto'
import { sum } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { sha256Of } from '../../platform/digest'
import { intArray } from '../../platform/engine/query'
import { addRows, announce, insertRows, load, loadWhere, patchRows, setRows } from '../../platform/engine/write'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import { type Draft, resourceNamed, type Row } from '../../platform/resource'
import { banco } from '../caixa'
import { handOver } from '../transmissao/deliver'
import { type Collection, collectionOf } from './account'
import { bancoCnab, type Setup } from './banco-cnab'
import { boleto, boletoInstrucao } from './boleto'
import { type Told, titulosOf } from './titulo'
import { writeApart } from './write-apart'

/** Making a file: what waits is chosen, told, written, kept, all in one transaction. */

/** As many boletos as one file takes. */
const MOST = 50_000

/** The sale of a boleto has a note that SEFAZ has not authorised yet: what it is of may still change. */
const HAS_OPEN_NOTE: SQL = sql`exists (select 1 from contas_receber t join nfe n on n.venda_id = t.documento_id
    where t.id = b.contas_receber_id and t.documento = 'venda' and n."dhAutorizacao" is null and n."dhEpec" is null and n."dhAbandono" is null and n."dhDenegacao" is null and n."dhCancelamento" is null)
  and not exists (select 1 from contas_receber t join nfe n on n.venda_id = t.documento_id
    where t.id = b.contas_receber_id and t.documento = 'venda' and n."dhAutorizacao" is not null and n."dhCancelamento" is null)`

/** Boletos that may go now: new or refused ones, and those that the bank is to be told something of; one thing a file, after it has answered the last. */
export const WAITS: SQL = sql`(b.situacao = any (${intArray(WITH_US)}::int[])
    or (b.situacao in (${BOLETO.REGISTRADO}, ${BOLETO.EM_CARTORIO}, ${BOLETO.PROTESTADO})
      and exists (select 1 from boleto_instrucao i where i.boleto_id = b.id and i.situacao = ${INSTRUCTION.PENDENTE})
      and not exists (select 1 from boleto_instrucao i where i.boleto_id = b.id and i.situacao = ${INSTRUCTION.ENVIADA})))
  and not (${HAS_OPEN_NOTE})`

/** Boletos of a collection that wait for a file, oldest first. */
export async function waiting(
  ctx: Ctx,
  { id }: Pick<Setup, 'id'>,
  chosen: readonly number[] | null,
): Promise<number[]> {
  const only = chosen === null ? sql`` : sql`and b.id = any (${intArray(chosen)}::int[])`
  const rows = await rowsOf(
    ctx,
    sql`select b.id from boleto b where b.banco_cnab_id = ${id} and ${WAITS} ${only} order by b.id limit ${MOST + 1}`,
  )
  if (rows.length > MOST) throw badRequest(`Uma remessa leva até ${MOST} boletos: escolha menos.`, 'too_many')
  return rows.map((row) => Number(row.id))
}

/** The numbers of boletos that were asked for. Throws 422 for what is no list of them. */
function numbersIn(value: unknown): number[] | null {
  if (value === undefined || value === null) return null
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const ids = list.map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one))
  if (!Array.isArray(value) || ids.some((id) => typeof id !== 'number' || !Number.isInteger(id) || id < 1))
    throw invalid({ boleto_arr: ['Informe os números dos boletos.'] })
  return [...new Set(ids.map(Number))]
}

/** The collection of a new file: as told, else the only one of the account, else of the company. Throws 422. */
async function setupOf(ctx: Ctx, values: Row): Promise<Setup> {
  if (typeof values.banco_cnab_id === 'number') return load(ctx, bancoCnab, values.banco_cnab_id, { lock: true })
  const account = typeof values.banco_id === 'number' ? sql`and banco_id = ${values.banco_id}` : sql``
  const rows = await rowsOf(
    ctx,
    sql`select id from banco_cnab where empresa_id = ${ctx.actor.empresa_id} and ativo ${account} order by id limit 2`,
  )
  const [one, other] = rows
  if (one && !other) return load(ctx, bancoCnab, Number(one.id), { lock: true })
  throw invalid({
    banco_cnab_id: [one ? 'Selecione a cobrança.' : 'Cadastre antes a cobrança bancária desta conta caixa.'],
  })
}

const ASKED = ['banco_cnab_id', 'banco_id'] as const

/** What a new file is of, and its number; the collection is held until it is written. Throws 400 `no_rows`. */
export async function chooseBoletos(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  for (const { before, values } of drafts) {
    if (before) {
      if (ASKED.some((name) => (values[name] ?? before[name]) !== before[name]))
        throw badRequest('Uma remessa não é alterada.', 'made')
      continue
    }
    const setup = await setupOf(ctx, values)
    const { layout } = setup
    const sequencia = setup.sequencia + 1
    await patchRows(ctx, bancoCnab, [{ id: setup.id, sequencia }])
    const data = ctx.clock.today()
    Object.assign(values, {
      banco_cnab_id: setup.id,
      banco_id: setup.banco_id,
      empresa_id: setup.empresa_id,
      layout,
      sequencia,
      data,
    })
  }
}

/** The boletos of a file, held, each with what the bank is told of it: its entry, or its oldest instruction. Throws 400 naming what does not wait. */
async function toldIn(ctx: Ctx, setup: Setup, chosen: readonly number[] | null): Promise<readonly Told[]> {
  const ids = await waiting(ctx, setup, chosen)
  const boletos = await loadWhere(ctx, boleto, 'id', ids, { lock: true })
  const still = new Set(await waiting(ctx, setup, ids))
  const left = boletos.filter((one) => still.has(one.id))
  const gone = chosen?.find((id) => !still.has(id))
  if (gone !== undefined)
    throw badRequest(
      `O boleto ${gone} não espera remessa desta cobrança: já foi, ou a NF-e da venda não foi autorizada.`,
      'not_waiting',
    )
  if (left.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
  const rows = await rowsOf(
    ctx,
    sql`select min(id) as id from boleto_instrucao where boleto_id = any (${intArray(left.map((one) => one.id))}::int[]) and situacao = ${INSTRUCTION.PENDENTE} group by boleto_id`,
  )
  const instructions = await loadWhere(
    ctx,
    boletoInstrucao,
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
  const byBoleto = new Map(instructions.map((one) => [one.boleto_id, one]))
  return left.map((one) => {
    return { boleto: one, instruction: WITH_US.includes(one.situacao) ? null : (byBoleto.get(one.id) ?? null) }
  })
}

/** How many files of a collection there are of a day, this one among them. */
async function ofDay(ctx: Ctx, { id }: Setup, data: string): Promise<number> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) as n from remessa where banco_cnab_id = ${id} and data = ${data}::date`,
  )
  return Number(row?.n ?? 1)
}

async function fileOf(ctx: Ctx, record: Row, told: readonly Told[], setup: Setup, of: Collection): Promise<Remessa> {
  return {
    banco: of.banco,
    layout: of.layout,
    beneficiario: of.beneficiario,
    sequencia: Number(record.sequencia),
    data: String(record.data),
    hora: ctx.clock.now().slice(11, 19),
    titulos: await titulosOf(ctx, told, setup, of),
  }
}

/** The file's text; what the bank would refuse is told field by field. Throws 422. */
async function written(file: Remessa): Promise<string> {
  try {
    return await writeApart(file)
  } catch (error) {
    if (!(error instanceof CoreError) || !error.fields) throw error
    throw new ApiError(422, error.code, error.message, error.fields)
  }
}

/** Writes the files of new records: what the bank would refuse is said by title, field and column, and nothing is left. */
export async function writeFile(ctx: Ctx, records: readonly Row[], input: Row | undefined): Promise<void> {
  for (const record of records.filter((one) => one.versao === 1)) {
    const setup = await load(ctx, bancoCnab, Number(record.banco_cnab_id))
    const told = await toldIn(ctx, setup, numbersIn(input?.boleto_arr))
    const of = await collectionOf(ctx, setup)
    const file = await fileOf(ctx, record, told, setup, of)
    const text = await written(file)
    const bytes = Buffer.from(text, 'latin1')
    const remessa_id = Number(record.id)
    const { empresa_id } = setup
    const doDia = await ofDay(ctx, setup, file.data)
    const sequencia = Number(record.sequencia)
    const arquivo = remessaFileName({
      banco: of.banco,
      data: file.data,
      sequencia,
      doDia,
      convenio: setup.convenio ?? undefined,
    })
    await insertRows(ctx, resourceNamed('remessa_conteudo'), [
      { empresa_id, remessa_id, conteudo: bytes.toString('base64') },
    ])
    await patchRows(ctx, resourceNamed('remessa'), [
      {
        id: remessa_id,
        arquivo,
        sha256: sha256Of(bytes),
        qTitulos: told.length,
        vTotal: sum(told.map((one) => one.boleto.valor)).toFixed(2),
      },
    ])
    await sent(ctx, { empresa_id, remessa_id }, told)
    await handOver(ctx, await load(ctx, banco, setup.banco_id), 'remessa', [{ id: remessa_id, empresa_id, arquivo }])
  }
}

/** What went in a file stands so from now on. */
async function sent(
  ctx: Ctx,
  of: { readonly empresa_id: number; readonly remessa_id: number },
  told: readonly Told[],
): Promise<void> {
  const { remessa_id } = of
  await addRows(
    ctx,
    resourceNamed('remessa_titulo'),
    told.map(({ boleto: { id, valor, dVencimento }, instruction }) => ({
      ...of,
      boleto_id: id,
      instrucao_id: instruction?.id ?? null,
      comando: instruction?.comando ?? 'entrada',
      valor,
      dVencimento: instruction?.dVencimento ?? dVencimento,
    })),
  )
  const isEntry = (one: Told) => one.instruction === null
  const entries = told.filter(isEntry).map(({ boleto: { id } }) => id)
  await setRows(ctx, boleto, entries, { situacao: BOLETO.EM_REMESSA, remessa_id, motivo: null })
  const orders = told.flatMap(({ instruction }) => instruction?.id ?? [])
  await setRows(ctx, boletoInstrucao, orders, { situacao: INSTRUCTION.ENVIADA, remessa_id })
  const [first] = told
  if (first) await announce(ctx, boleto, first.boleto.id)
}
