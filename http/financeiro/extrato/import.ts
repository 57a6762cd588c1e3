import { sql } from 'drizzle-orm'
import { skeletonOf } from '../../../core/reconciliation/memo'
import { isSameAccount, lineKeys } from '../../../core/statement/line-key'
import { type AccountStatement, isBalanceText, type LineFault, type Statement } from '../../../core/statement/statement'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, insert, insertMany, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { lockNames } from '../../platform/locks'
import type { RecordOf, Row } from '../../platform/resource'
import { banco } from '../caixa'
import { conciliacaoBancaria } from './conciliacao'
import { extratoArquivo, extratoBanco } from './extrato'

/** What a file is read into. */
export interface Asked {
  readonly arquivo: string
  /** The account of the screen; found by the file's own numbers where none is told. */
  readonly banco_id?: number | undefined
  /** Goes on although the file names another account. */
  readonly confirma: boolean
  /** Only tells what would come of it. */
  readonly simula: boolean
  /** A reconciliation of the account comes to hold what is read in. */
  readonly opens?: boolean
  readonly session_id?: number
}

/** What became of one account of a file. */
export interface Imported {
  readonly extrato_arquivo_id: number | null
  readonly banco_id: number
  readonly conta: string
  readonly linhas: number
  readonly novas: number
  readonly conhecidas: number
  readonly saldos: number
  readonly faltas: readonly LineFault[]
  readonly avisos: readonly string[]
  /** The reconciliation that holds the lines, where one was asked for. */
  readonly conciliacao_bancaria_id?: number
}

type Account = RecordOf<typeof banco>

const numbersOf = ({ codigo, conta }: Account) => ({ banco: codigo ?? '', conta: conta ?? '' })
const named = ({ banco: code, conta }: AccountStatement): string =>
  [code === '' ? '' : `banco ${code}`, conta === '' ? '' : `conta ${conta}`].filter((one) => one !== '').join(', ')

/**
 * The account that a file is of: the one whose numbers it says. One without numbers only where the file says none either, or where there is no other account.
 * Throws 400 `no_account`.
 */
async function accountOf(ctx: Ctx, statement: AccountStatement, isAlone: boolean): Promise<Account> {
  const all = await loadWhere(ctx, banco, 'empresa_id', [ctx.actor.empresa_id])
  const own = all.filter((one) => one.ativo)
  const same = own.filter((one) => isSameAccount(numbersOf(one), statement) === true)
  const isTold = statement.conta !== '' && own.length > 1
  const unsure = isTold || !isAlone ? [] : own.filter((one) => isSameAccount(numbersOf(one), statement) === null)
  const possible = same.length > 0 ? same : unsure
  const [only] = possible
  if (only && possible.length === 1) return only
  throw badRequest('Selecione a "Conta Caixa"', 'no_account')
}

/** Of a file of several accounts each has its own: the chosen one takes what says its numbers. */
async function targetOf(
  ctx: Ctx,
  statement: AccountStatement,
  { banco_id, confirma }: Asked,
  isAlone: boolean,
): Promise<Account> {
  if (banco_id === undefined) return accountOf(ctx, statement, isAlone)
  const account = await load(ctx, banco, banco_id)
  if (!isAlone && isSameAccount(numbersOf(account), statement) !== true) return accountOf(ctx, statement, isAlone)
  if (isSameAccount(numbersOf(account), statement) === false && !confirma)
    throw badRequest(
      `O arquivo é de outra conta (${named(statement)}) que não ${account.descricao}: deseja carregar assim mesmo?`,
      'confirm',
    )
  return account
}

/**
 * Takes a statement's lines in, each once: those that came before, in this or another file, are counted and left. Throws 400 `no_account`, `confirm` where the
 * file names another account than the one that was chosen.
 */
export async function importStatement(ctx: Ctx, statement: Statement, asked: Asked): Promise<Imported[]> {
  const done: Imported[] = []
  for (const account of statement.contas) {
    const target = await targetOf(ctx, account, asked, statement.contas.length === 1)
    const imported = await importAccount(ctx, account, { ...asked, target, formato: statement.formato })
    if (!asked.opens || asked.simula) done.push(imported)
    else done.push({ ...imported, conciliacao_bancaria_id: await holdLines(ctx, target, account, asked.session_id) })
  }
  return done
}

/** The open reconciliation of the account, which reaches over the days of the file; one is opened where there is none. Answers its number. */
async function holdLines(
  ctx: Ctx,
  target: Account,
  statement: AccountStatement,
  session_id: number | undefined,
): Promise<number> {
  const days = [
    statement.inicio,
    statement.fim,
    statement.saldo?.data ?? null,
    ...statement.linhas.map((one) => one.data),
  ]
    .filter((one) => one !== null)
    .toSorted()
  const [dInicio = ctx.clock.today(), dFim = dInicio] = [days[0], days.at(-1)]
  const all = await loadWhere(ctx, conciliacaoBancaria, 'banco_id', [target.id], { lock: true })
  const open = all.find((one) => one.dhFinalizacao === null && (session_id === undefined || one.id === session_id))
  if (!open)
    return (
      await insert(ctx, conciliacaoBancaria, { empresa_id: target.empresa_id, banco_id: target.id, dInicio, dFim })
    ).id
  const reach = { dInicio: dInicio < open.dInicio ? dInicio : open.dInicio, dFim: dFim > open.dFim ? dFim : open.dFim }
  if (reach.dInicio !== open.dInicio || reach.dFim !== open.dFim)
    await update(ctx, conciliacaoBancaria, open, reach, 'update')
  return open.id
}

interface Target extends Asked {
  readonly target: Account
  readonly formato: Statement['formato']
}

const BATCH = 5_000

async function importAccount(ctx: Ctx, account: AccountStatement, asked: Target): Promise<Imported> {
  const { target, simula, arquivo, formato } = asked
  await lockNames(ctx.db, [`extrato ${target.id}`])
  const keys = lineKeys(account.linhas)
  const known = await knownKeys(ctx, target.id, keys)
  const fresh = account.linhas.flatMap((line, at) => (known.has(keys[at] ?? '') ? [] : [{ line, chave: keys[at] }]))
  const told = {
    banco_id: target.id,
    conta: target.descricao,
    linhas: account.linhas.length,
    novas: fresh.length,
    conhecidas: account.linhas.length - fresh.length,
    saldos: account.saldos,
    faltas: account.faltas,
    avisos: account.moeda === 'BRL' ? [] : [`O extrato é em ${account.moeda}.`],
  }
  if (simula) return { extrato_arquivo_id: null, ...told }
  const same = fresh.length > 0 ? null : await sameFile(ctx, target.id, account)
  if (same !== null) return { extrato_arquivo_id: same, ...told }
  const { empresa_id } = target
  const file = await insert(ctx, extratoArquivo, {
    empresa_id,
    banco_id: target.id,
    arquivo: arquivo.slice(0, 200) || 'extrato',
    formato,
    dInicio: account.inicio,
    dFim: account.fim,
    dSaldo: account.saldo?.data ?? null,
    vSaldo: account.saldo?.valor ?? null,
    qLinhas: told.linhas,
    qNovas: told.novas,
    qConhecidas: told.conhecidas,
    qFaltas: account.faltas.length,
    faltas: account.faltas.slice(0, MOST_TOLD),
  })
  const now = ctx.clock.now()
  for (let at = 0; at < fresh.length; at += BATCH) {
    const rows = fresh.slice(at, at + BATCH).map(({ line, chave }): Row => ({
      empresa_id,
      banco_id: target.id,
      extrato_arquivo_id: file.id,
      dMovimento: line.data,
      amount: line.valor,
      memo: line.memo || line.tipo || 'Sem histórico',
      fitid: line.fitid,
      tipo: line.tipo.slice(0, 60),
      documento: line.documento,
      chave,
      esqueleto: skeletonOf(line.memo),
      ...ignoredOf(line, now),
    }))
    const [first] = await insertMany(ctx, extratoBanco, rows, 'importa')
    if (first) await announce(ctx, extratoBanco, first.id)
  }
  return { extrato_arquivo_id: file.id, ...told }
}

/** Faults that are kept with a file. */
const MOST_TOLD = 200

/** What is no movement of money waits for nobody. */
function ignoredOf({ memo, valor }: { memo: string; valor: string }, now: string): Row {
  const why = isBalanceText(memo) ? 'Linha de saldo' : valor === '0.00' ? 'Linha sem valor' : null
  return { dhIgnorada: why === null ? null : now, xMotivoIgnorada: why }
}

async function knownKeys(ctx: Ctx, banco_id: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(
    ctx,
    sql`select l.chave from extrato_banco l join jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k(chave) on k.chave = l.chave
        where l.banco_id = ${banco_id}`,
  )
  return new Set(rows.map((row) => String(row.chave)))
}

/** A file that brought the same balance before: one that brings nothing new is not written down again. */
async function sameFile(ctx: Ctx, banco_id: number, { saldo, inicio, fim }: AccountStatement): Promise<number | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from extrato_arquivo where banco_id = ${banco_id} and "dhDesfeito" is null and "dInicio" is not distinct from ${inicio}
        and "dFim" is not distinct from ${fim} and "dSaldo" is not distinct from ${saldo?.data ?? null}
        and "vSaldo" is not distinct from ${saldo?.valor ?? null} order by id desc limit 1`,
  )
  return row ? Number(row.id) : null
}
