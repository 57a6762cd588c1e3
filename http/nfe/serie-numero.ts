import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { serieNumeroComputed, serieNumeroFields } from '../../core/fields/nfe/serie-numero'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { identifier, nothing } from '../platform/inputs'
import { type RecordOf, resource, type Row } from '../platform/resource'
import { gapsOf, type SeriesKey, startAt, upcoming } from '../platform/series'

const OWN = sql`n.empresa_id = t.empresa_id and n."tpDoc" = t."tpDoc" and n.serie = t.serie and n."tpAmb" = t."tpAmb"`
/** What a series is known by: its numbers stand under these. */
const KEY = ['empresa_id', 'tpDoc', 'serie', 'tpAmb'] as const

/** The register of a company's series; the numbers themselves are given by `platform/series.ts`. */
export const serieNumero = resource({
  name: 'serie_numero',
  paths: ['nfe/serie_numero', 'configuracao/serie_numero'],
  title: 'Série',
  right: 'serie_numero',
  open: true,
  company: 'own',
  fields: serieNumeroFields,
  search: [],
  display: ['serie', 'tpDoc', 'tpAmb'],
  unique: [['empresa_id', 'tpDoc', 'serie', 'tpAmb']],
  computed: {
    proximo: {
      meta: serieNumeroComputed.proximo.meta,
      sql: () => sql`coalesce((select n.ultimo + 1 from numeracao n where ${OWN}), 1)`,
    },
    usados: {
      meta: serieNumeroComputed.usados.meta,
      sql: () =>
        sql`(select count(*)::int from numeracao n join numeracao_numero x on x.numeracao_id = n.id where ${OWN})`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const { before, values } of drafts)
        if (before && KEY.some((name) => values[name] !== undefined && values[name] !== before[name]))
          await assertUnused(ctx, before, 'mudar')
    },
    remove: (ctx, record) => assertUnused(ctx, record, 'excluir'),
  },
})

/** Numbers that were given stay what they are. */
async function assertUnused(ctx: Ctx, record: Row, what: string): Promise<void> {
  const [used] = await rowsOf(
    ctx,
    sql`select 1 from numeracao n join numeracao_numero x on x.numeracao_id = n.id
        where n.empresa_id = ${record.empresa_id} and n."tpDoc" = ${record.tpDoc} and n.serie = ${record.serie} and n."tpAmb" = ${record.tpAmb} limit 1`,
  )
  if (used)
    throw badRequest(
      what === 'excluir'
        ? 'Esta série já numerou documentos e não pode ser excluída: deixe-a inativa.'
        : 'Esta série já numerou documentos: empresa, documento, série e ambiente não podem mudar.',
      'series_used',
    )
}

const keyOf = ({ empresa_id, tpDoc, serie, tpAmb }: RecordOf<typeof serieNumero>): SeriesKey => ({
  empresa_id,
  tpDoc,
  serie,
  tpAmb: tpAmb === 1 ? 1 : 2,
})

/** Says which number comes next. Throws 409 for one that was passed already, 400 for one that is none. */
export const proximoNumero = action(serieNumero, 'proximoNumero', {
  on: 'record',
  right: 'edit',
  summary: 'Muda o próximo número da série: de onde outro sistema parou. Números pulados ficam como lacunas.',
  input: v.object({ proximo: identifier }),
  answer: v.object({ proximo: v.number() }),
  run: async ({ ctx, record, input }) => {
    const key = keyOf(record)
    const was = await upcoming(ctx, key)
    await startAt(ctx, key, input.proximo)
    const campos = [{ campo: 'proximo', de: was, para: input.proximo }]
    await audit(ctx, [{ resource: serieNumero, record, before: record, acao: 'proximoNumero', campos }])
    return { proximo: input.proximo }
  },
})

/** Numbers of the series that no document has: what has to be voided. */
export const lacunas = action(serieNumero, 'lacunas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Números da série que ficaram sem documento, em faixas: os que se inutilizam.',
  input: nothing,
  answer: v.object({ data: v.array(v.object({ de: v.number(), ate: v.number() })) }),
  run: async ({ ctx, record }) => ({ data: await gapsOf(ctx, keyOf(record)) }),
})
