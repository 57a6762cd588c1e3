import { type SQL, sql } from 'drizzle-orm'
import { empresa } from '../../cadastros/empresa'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load } from '../../platform/engine/write'
import type { RecordOf, Row } from '../../platform/resource'
import type { Nfe } from './nfe'

/** A line of the document that a note is of, as the database tells it: amounts are text. */
export interface SourceLine {
  readonly mercadoria_id: number
  readonly codigo: string | null
  readonly xProd: string
  readonly cEAN: string | null
  readonly NCM: string | null
  readonly CEST: string | null
  readonly origem: number
  readonly un: string | null
  readonly qTrib: string
  readonly vUnTrib: string
  /** Price after discounts, and goods at it without IPI. */
  readonly vUnLiquido: string
  readonly vLiquido: string
  readonly pIPI: string
  readonly vIPI: string
  readonly vST: string
  readonly pesoB: string | null
}

/** What a note is made of, whatever document it is of. */
export interface Source {
  readonly company: RecordOf<typeof empresa>
  readonly xMun: string | null
  readonly operation: RecordOf<typeof tipoEntradaSaida>
  /** The document's head: freight, carrier, place of delivery. */
  readonly head: Row
  /** The other party, with its town's name. */
  readonly partner: Row | undefined
  readonly delivery: Row | undefined
  readonly carrier: Row | undefined
  readonly lines: readonly SourceLine[]
  readonly instalments: readonly Row[]
  /** It takes the place of an NFC-e: nothing is paid by it. */
  readonly converts: boolean
  /** Who answers for the program, as the configuration has it. */
  readonly technical: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const one = async (ctx: Ctx, query: SQL): Promise<Row | undefined> => (await rowsOf(ctx, query))[0]

/** Reads the document that a note is of. Throws 400 for a note without one. */
export async function sourceOf(ctx: Ctx, note: Nfe): Promise<Source> {
  if (note.venda_id === null) throw badRequest('Esta nota não tem documento de origem: emita outra.', 'no_source')
  const head = await one(ctx, sql`select * from venda where id = ${note.venda_id} and empresa_id = ${note.empresa_id}`)
  if (!head) throw badRequest('A venda desta nota não existe mais.', 'no_source')
  const company = await load(ctx, empresa, note.empresa_id)
  const operation = await load(ctx, tipoEntradaSaida, Number(head.tipo_entrada_saida_id))
  return {
    company,
    xMun: String((await one(ctx, sql`select "xMun" from municipio where id = ${company.cMun}`))?.xMun ?? ''),
    operation,
    head,
    partner: await one(
      ctx,
      sql`select c.*, u."xMun" from cliente c left join municipio u on u.id = c."cMun" where c.id = ${note.nfce_id === null ? head.cliente_id : note.cliente_id}`,
    ),
    delivery:
      head.endereco_id === null || note.nfce_id !== null
        ? undefined
        : await one(
            ctx,
            sql`select e.*, u."xMun" from cliente_endereco e left join municipio u on u.id = e."cMun" where e.id = ${head.endereco_id}`,
          ),
    carrier:
      head.transportadora_id === null
        ? undefined
        : await one(
            ctx,
            sql`select t.*, u."xMun" from transportadora t left join municipio u on u.id = t."cMun" where t.id = ${head.transportadora_id}`,
          ),
    converts: note.nfce_id !== null,
    technical: text((await one(ctx, sql`select value from configuracao where name = 'FISCAL_RESP_TEC'`))?.value),
    lines: await saleLines(ctx, note.venda_id),
    instalments: await rowsOf(
      ctx,
      sql`select d.*, coalesce(p."tPag", '99') as "tPag", p.descricao from venda_duplicata d left join pagamento p on p.id = d.pagamento_id
          where d.venda_id = ${note.venda_id} order by d."dVencimento", d.id`,
    ),
  }
}

async function saleLines(ctx: Ctx, venda_id: number): Promise<SourceLine[]> {
  const rows = await rowsOf(
    ctx,
    sql`select l.mercadoria_id, m.codigo, l."xProd", m."cEAN", m."NCM", m."CEST", m.origem, l.un,
          l."qTrib"::text, l."vUnTrib"::text, l."vUnLiquido"::text, (l."vSubtotal" - l."vIPI")::text as "vLiquido", l."pIPI"::text, l."vIPI"::text,
          (l."vICMSST" + l."vFCPST")::text as "vST", m."pesoB"::text
        from venda_mercadoria l join mercadoria m on m.id = l.mercadoria_id where l.venda_id = ${venda_id} order by l.id`,
  )
  // The columns are those that the query names.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return rows as unknown as SourceLine[]
}
