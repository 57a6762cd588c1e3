import { type SQL, sql } from 'drizzle-orm'
import { contributorOf } from '../../../core/fields/cadastros/pessoas'
import { type CfopLine, cfopOf, destinationOf, goodsOrigin } from '../../../core/tax/cfop'
import { type ChosenBy, chooseRule, ruleBook, type TaxRule } from '../../../core/tax/rules'
import { type RuleTax, stOfTax, taxOfRule } from '../../../core/tax/rule-input'
import { type Ctx, rowsOf } from '../../platform/context'
import { notFound } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import type { Row } from '../../platform/resource'

/** What is sold by whom to whom, as far as rules and CFOP ask: without another party, to somebody of the own state. */
export interface TaxCase {
  readonly empresa_id: number
  readonly partner?: TaxPartner | undefined
  readonly tipo_entrada_saida_id?: number | undefined
  /** An NFC-e is handed over to a final consumer of this state, whoever that is; any other document goes to where its customer is. */
  readonly mod?: 55 | 65 | undefined
  /** Presence of the buyer (indPres) where the operation does not say it: at the counter in an NFC-e, else at a distance. */
  readonly indPres?: number | undefined
  /** Day of issue, YYYY-MM-DD: today unless told. */
  readonly date?: string | undefined
}

/** The other party: a record of one of the registers of people and companies. */
export interface TaxPartner {
  readonly register: 'cliente' | 'fornecedor' | 'colaborador' | 'empresa'
  readonly id: number
}

/** A customer by its number, where there is one. */
export const customerOf = (id: number | undefined): Pick<TaxCase, 'partner'> =>
  id === undefined ? {} : { partner: { register: 'cliente', id } }

/** The parties and the operation of a case. */
export interface TaxParties {
  readonly UFOrig: string
  /** Where the goods go: the own state where they are handed over, wherever the customer lives. */
  readonly UFDest: string
  readonly CRT: number
  /** 1 contributor, 2 exempt of registration, 9 none: what the customer says, else by its registration. */
  readonly contribuinte: 1 | 2 | 9
  readonly indFinal: boolean
  readonly indPres: number
  /** 1 within the state, 2 to another, 3 abroad. */
  readonly destino: 1 | 2 | 3
}

export interface ChosenRule {
  /** The row of `tributacao`. */
  readonly rule: Row
  /** Why this one: the operation forces it, the product has it, or it is the most specific. */
  readonly by: ChosenBy
  /** What the rule has of its own for the destination (`tributacao_mva`). */
  readonly mva: Row | undefined
  /** Codes, rates and flags as `calculateItem` takes them; the line adds its amounts. */
  readonly tax: RuleTax
  /** 0 none, 1 we withhold it, 2 withheld before. */
  readonly st: number
  /** Of IBS and CBS: the rule's, else the product's. */
  readonly cClassTrib: string | undefined
}

export interface GoodsTax {
  /** The product's row: NCM, CEST, origem, tipo and what else was asked. */
  readonly goods: Row
  /** Undefined where no rule fits the case. */
  readonly chosen: ChosenRule | undefined
  /** 1 own production, 2 resale, 3 own use, 4 fixed asset. */
  readonly origem: number
  /** The rule's, else of the operation's table. Undefined where neither has one. */
  readonly CFOP: string | undefined
}

export interface TaxesOfCase {
  readonly parties: TaxParties
  readonly operation: Row | undefined
  /** By the product's number. */
  readonly goods: ReadonlyMap<number, GoodsTax>
  /** The operation's table of CFOP. */
  readonly cfops: readonly CfopLine[]
}

/**
 * What tax rules say of products in a case: the one way from stored rules to `calculateItem`. Each product gets its rule (`chooseRule`), the rule's rates for
 * the destination, and its CFOP. At most six queries, however many products. Rights are the caller's to ask. Throws 404 for a company, a partner, an
 * operation or a product that is not there.
 */
export async function taxesOfCase(ctx: Ctx, asked: TaxCase, mercadoria_ids: readonly number[]): Promise<TaxesOfCase> {
  const date = asked.date ?? ctx.clock.today()
  const { parties, operation, known } = await partiesOf(ctx, asked)
  const goods = await goodsOf(ctx, mercadoria_ids)
  const rows = await rulesOf(ctx, { date, parties, known, goods: [...goods.values()] })
  const book = ruleBook(rows.map(ruleOf))
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  const forced = operation?.forca_tributacao === true
  const chosen = [...goods].map(([id, product]) => {
    const context = {
      date,
      ...defined({
        operation: text(operation?.id),
        UFOrig: parties.UFOrig,
        UFDest: known.UFDest,
        NCM: text(product.NCM),
        CEST: text(product.CEST),
        customerKind: known.customerKind,
        regime: String(parties.CRT),
      }),
    }
    return { id, product, found: chooseRule(book, context, { own: text(product.tributacao_id), forced }) }
  })
  const margins = await marginsOf(
    ctx,
    chosen.flatMap(({ found }) => (found ? [Number(found.rule.id)] : [])),
    parties.UFDest,
  )
  const lines = await cfopLines(ctx, asked.tipo_entrada_saida_id)
  const taxed = chosen.map(({ id, product, found }): [number, GoodsTax] => {
    const rule = found && byId.get(found.rule.id)
    const one =
      found && rule && ruleTold({ rule, by: found.by, mva: margins.get(found.rule.id) }, product, parties, date)
    return [id, told(product, one, parties, lines)]
  })
  return { parties, operation, goods: new Map(taxed), cfops: lines }
}

/** The same for one product. `chosen` is undefined where no rule fits. */
export async function ruleFor(ctx: Ctx, { mercadoria_id, ...asked }: TaxCase & { readonly mercadoria_id: number }) {
  const { parties, operation, goods } = await taxesOfCase(ctx, asked, [mercadoria_id])
  const one = goods.get(mercadoria_id)
  if (!one) throw notFound()
  return { parties, operation, ...one }
}

function ruleTold(
  found: Pick<ChosenRule, 'rule' | 'by' | 'mva'>,
  product: Row,
  parties: TaxParties,
  date: string,
): ChosenRule {
  const tax = taxOfRule(found.rule, found.mva, {
    ...parties,
    origem: Number(product.origem),
    ...defined({ pIPI: text(product.pIPI) }),
    date,
  })
  return { ...found, tax, st: stOfTax(tax), cClassTrib: text(found.rule.cClassTrib) ?? text(product.cClassTrib) }
}

function told(goods: Row, chosen: ChosenRule | undefined, parties: TaxParties, lines: readonly CfopLine[]): GoodsTax {
  const origem = goodsOrigin(text(goods.tipo))
  const contribuinte = parties.contribuinte === 9 ? 0 : 1
  const ofTable = cfopOf(lines, { origem, st: chosen?.st ?? 0, destino: parties.destino, contribuinte })
  return { goods, chosen, origem, CFOP: text(chosen?.rule.CFOP) ?? ofTable }
}

/** The one place that decides who deals with whom, and where goods go. */
async function partiesOf(ctx: Ctx, { empresa_id, partner, tipo_entrada_saida_id, mod, ...asked }: TaxCase) {
  const [row] = await rowsOf(
    ctx,
    sql`select e."UF" as "UFOrig", e."CRT", to_jsonb(c) as partner, to_jsonb(t) as operation
        from empresa e left join ${sql.identifier(partner?.register ?? 'cliente')} c on c.id = ${partner?.id ?? null} left join tipo_entrada_saida t on t.id = ${tipo_entrada_saida_id ?? null}
        where e.id = ${empresa_id}`,
  )
  const operation = isRow(row?.operation) ? row.operation : undefined
  const other = isRow(row?.partner) ? row.partner : undefined
  if (!row || (partner !== undefined && !other)) throw notFound()
  if (tipo_entrada_saida_id !== undefined && !operation) throw notFound()
  const own = text(row.UFOrig) ?? ''
  // Of somebody whose state nobody wrote down no rule of a state is taken; they are dealt with as of the own one.
  const isConsumer = mod === 65
  const lives = !other || isConsumer ? text(row.UFOrig) : text(other.UF)
  const contribuinte = isConsumer ? 9 : contributorOf(other ?? {})
  const indFinal = isConsumer || (operation?.indFinal ?? (contribuinte === 9 ? 1 : 0)) === 1
  const indPres = Number(operation?.indPres ?? asked.indPres ?? (isConsumer ? 1 : 9))
  const destino = destinationOf(own, lives ?? own, { indPres, indFinal })
  const UFDest = destino === 1 && lives !== undefined ? own : lives
  const parties: TaxParties = {
    UFOrig: own,
    UFDest: UFDest ?? own,
    CRT: Number(row.CRT),
    contribuinte,
    indFinal,
    indPres,
    destino,
  }
  const known = { UFDest, customerKind: other && String(contribuinte) }
  return { parties, operation, known }
}

/** Products that a case asks of at once: as many as a note has lines. */
const MOST_GOODS = 2_000

async function goodsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const wanted = [...new Set(ids)]
  if (wanted.length > MOST_GOODS) throw new RangeError(`At most ${MOST_GOODS} products at once.`)
  const rows = await rowsOf(
    ctx,
    sql`select id, codigo, "xProd", "NCM", "CEST", "cClassTrib", origem, tipo, "pIPI"::text, tributacao_id, "uTrib", "fatorTrib"::text
        from mercadoria where id = any(${intArray(wanted)})`,
  )
  if (rows.length < wanted.length) throw notFound()
  return new Map(rows.map((row) => [Number(row.id), row]))
}

interface Sought {
  readonly date: string
  readonly parties: TaxParties
  readonly known: { readonly UFDest: string | undefined; readonly customerKind: string | undefined }
  readonly goods: readonly Row[]
}

/** Rules that may fit: valid on the day, limited to nothing else, for the NCM of any of the goods or for what begins it, or a product's own. */
function rulesOf(ctx: Ctx, { date, parties, known, goods }: Sought): Promise<Row[]> {
  const beginnings = new Set(
    goods.flatMap(({ NCM }) => {
      const code = text(NCM) ?? ''
      return Array.from(code, (_, at) => code.slice(0, at + 1))
    }),
  )
  const own = goods.flatMap(({ tributacao_id }) => (typeof tributacao_id === 'number' ? [tributacao_id] : []))
  const free = (column: string, value: string | number | undefined): SQL =>
    sql`(${sql.identifier(column)} is null or ${sql.identifier(column)} = ${value ?? null})`
  return rowsOf(
    ctx,
    sql`select * from tributacao where ("dInicio" is null or "dInicio" <= ${date}::date) and ("dFim" is null or "dFim" >= ${date}::date)
        and ${free('UFOrig', parties.UFOrig)} and ${free('UFDest', known.UFDest)} and ${free('CRT', parties.CRT)}
        and ("NCM" is null or "NCM" in (select jsonb_array_elements_text(${JSON.stringify([...beginnings])}::jsonb)) or id = any(${intArray(own)}))
        order by id`,
  )
}

async function marginsOf(ctx: Ctx, rules: readonly number[], UFDest: string): Promise<ReadonlyMap<string, Row>> {
  if (rules.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select * from tributacao_mva where tributacao_id = any(${intArray(rules)}) and "UFDest" = ${UFDest}`,
  )
  return new Map(rows.map((row) => [String(row.tributacao_id), row]))
}

async function cfopLines(ctx: Ctx, operation: number | undefined): Promise<readonly CfopLine[]> {
  if (operation === undefined) return []
  const rows = await rowsOf(
    ctx,
    sql`select origem, st, destino, contribuinte, "CFOP" from tipo_entrada_saida_cfop where tipo_entrada_saida_id = ${operation}`,
  )
  return rows.map((row) => ({
    origem: Number(row.origem),
    st: Number(row.st),
    destino: Number(row.destino),
    contribuinte: row.contribuinte === null ? null : Number(row.contribuinte),
    CFOP: String(row.CFOP),
  }))
}

const ruleOf = (row: Row): TaxRule => ({
  id: String(row.id),
  ...defined({
    operation: text(row.tipo_entrada_saida_id),
    UFOrig: text(row.UFOrig),
    UFDest: text(row.UFDest),
    NCM: text(row.NCM),
    CEST: text(row.CEST),
    customerKind: text(row.contribuinte),
    regime: text(row.CRT),
    from: text(row.dInicio),
    to: text(row.dFim),
  }),
  tax: {},
})

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const kept = { ...values }
  for (const name of Object.keys(kept)) if (Reflect.get(kept, name) === undefined) Reflect.deleteProperty(kept, name)
  return kept
}
