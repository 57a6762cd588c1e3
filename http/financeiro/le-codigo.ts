import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readSlip, type Slip } from '../../core/banking/boleto'
import { CoreError } from '../../core/errors'
import { readBrCode, readPixKey } from '../../core/pix/br-code'
import { action } from '../platform/action'
import { row } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { shortText } from '../platform/inputs'
import type { Row } from '../platform/resource'
import { contasPagar } from './registers'

/** What a code that was scanned, typed or pasted says of a payable: a boleto, a collection slip, or Pix. */

/** Forms of payment (tpPagamento) that codes are of. */
const PAY_BY = { boleto: 1, chave: 3, pix: 4, tributo: 5, concessionaria: 7 } as const
/** Segments of collection slips that are taxes and fines; the others are utilities. */
const TAXES = new Set(['1', '5', '7'])
/** As many of the latest slips of a segment are looked through for their issuer. */
const LATEST = 300

interface Read {
  readonly filled: Row
  readonly favorecido: string | null
  readonly fornecedor: Row | undefined
}

/** Who was paid by the last slip of the same issuer. */
async function issuerOf(ctx: Ctx, { emissor = '', dVencimento }: Slip): Promise<Row | undefined> {
  const rows = await rowsOf(
    ctx,
    sql`select t.linha_digitavel, p.id, p."xNome" from contas_pagar t join fornecedor p on p.id = t.fornecedor_id
        where t.empresa_id = ${ctx.actor.empresa_id} and t.linha_digitavel like ${`8${emissor.slice(0, 1)}%`} order by t.id desc limit ${LATEST}`,
  )
  const today = dVencimento ?? ctx.clock.today()
  const found = rows.find((one) => readSlip(String(one.linha_digitavel), today).emissor === emissor)
  return found && { id: Number(found.id), xNome: found.xNome }
}

async function fromSlip(ctx: Ctx, slip: Slip): Promise<Read> {
  const { kind, linha_digitavel, valor, dVencimento, emissor = '' } = slip
  const collected = TAXES.has(emissor.slice(0, 1)) ? PAY_BY.tributo : PAY_BY.concessionaria
  return {
    filled: {
      tpPagamento: kind === 'boleto' ? PAY_BY.boleto : collected,
      linha_digitavel,
      ...(valor === undefined ? {} : { vDup: Number(valor) }),
      ...(dVencimento === undefined ? {} : { dVencimento }),
    },
    favorecido: null,
    fornecedor: kind === 'boleto' ? undefined : await issuerOf(ctx, slip),
  }
}

/** The supplier whose key it is, by register or by tax id. */
async function supplierOfKey(ctx: Ctx, key: string): Promise<Row | undefined> {
  const [found] = await rowsOf(
    ctx,
    sql`select id, "xNome" from fornecedor where pix_chave = ${key} or "CNPJ_CPF" = ${key} order by pix_chave = ${key} desc nulls last, id limit 1`,
  )
  return found && { id: Number(found.id), xNome: found.xNome }
}

async function fromPix(ctx: Ctx, code: string): Promise<Read> {
  const { key, amount, name } = readBrCode(code)
  return {
    filled: { tpPagamento: PAY_BY.pix, pix: code, ...(amount === undefined ? {} : { vDup: Number(amount) }) },
    favorecido: name || null,
    fornecedor: key === undefined ? undefined : await supplierOfKey(ctx, key),
  }
}

async function fromKey(ctx: Ctx, key: string): Promise<Read> {
  return {
    filled: { tpPagamento: PAY_BY.chave, pix: key },
    favorecido: null,
    fornecedor: await supplierOfKey(ctx, key),
  }
}

/** Digits that are too long for any key are of a slip. */
const isSlip = (code: string): boolean => /^[\d\s.-]{20,}$/.test(code)

/** Reads any of them. Throws 422 at `codigo`, saying what is wrong. */
async function read(ctx: Ctx, code: string): Promise<Read> {
  try {
    if (code.startsWith('000201')) return await fromPix(ctx, code)
    if (isSlip(code)) return await fromSlip(ctx, readSlip(code, ctx.clock.today()))
    return await fromKey(ctx, readPixKey(code))
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    const message =
      error.code === 'invalid_pix_key' ? 'Isto não é um boleto, uma guia, um código nem uma chave Pix.' : error.message
    throw invalid({ codigo: [message] })
  }
}

/** Payables that it may be already: of the same code, else open ones without code, of its value and due date. */
async function alike(ctx: Ctx, { linha_digitavel, pix, vDup, dVencimento, tpPagamento }: Row): Promise<readonly Row[]> {
  // A key is paid many times; a slip and a code once.
  const same =
    linha_digitavel === undefined
      ? tpPagamento === PAY_BY.pix
        ? sql`t.pix is not distinct from ${String(pix)}`
        : sql`false`
      : sql`t.linha_digitavel is not distinct from ${String(linha_digitavel)}`
  const likely =
    vDup === undefined || dVencimento === undefined
      ? sql`false`
      : sql`t."vSaldo" = ${String(vDup)}::numeric and t."dVencimento" = ${String(dVencimento)}::date and t.linha_digitavel is null and t.pix is null`
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t.numero, t."dVencimento"::text as "dVencimento", t."vDup"::text as "vDup", p."xNome", ${same} as repetida
        from contas_pagar t join fornecedor p on p.id = t.fornecedor_id
        where t.empresa_id = ${ctx.actor.empresa_id} and t."dhCancelamento" is null and (${same} or (${likely})) order by repetida desc, t.id limit 5`,
  )
  return rows.map((one) => ({ ...one, vDup: Number(one.vDup) }))
}

export const leCodigo = action(contasPagar, 'leCodigo', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'Lê um boleto (44 ou 47 dígitos), uma guia de arrecadação (44 ou 48), um código ou uma chave Pix: o que preenche de uma conta a pagar, de quem é, e as contas que já podem ser essa.',
  input: v.object({ codigo: v.pipe(shortText(2_000), v.minLength(1, 'Leia, digite ou cole um código.')) }),
  answer: row,
  run: async ({ ctx, input }) => {
    const { filled, favorecido, fornecedor } = await read(ctx, input.codigo.trim())
    return {
      ...filled,
      favorecido,
      fornecedor_id: fornecedor?.id ?? null,
      fornecedor: fornecedor ?? null,
      contas: await alike(ctx, filled),
    }
  },
})
