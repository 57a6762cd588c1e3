import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { findUf } from '../../../core/br/uf'
import { voidXml } from '../../../core/fiscal/services/void'
import { MODEL_OF } from '../../../core/fields/nfe/serie-numero'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { insert, load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { gapsOf, holdGaps } from '../../platform/series'
import { serieNumero } from '../serie-numero'
import { sign } from '../sefaz/sign'
import { inutilizacao } from './inutilizacao'
import { voidsRange } from './send'

/** Most numbers of one request. */
const MOST = 1_000

const number = (label: string) => v.pipe(identifier, v.integer(`Informe o número ${label}.`), v.minValue(1))
const input = v.object({
  id: v.optional(identifier),
  nfe_serie_id: identifier,
  nIni: number('inicial'),
  nFin: number('final'),
  xJust: v.pipe(v.string('Informe a justificativa.'), v.maxLength(255)),
})

/**
 * Voids a range of numbers of a series: each must be a gap, and stays nobody's from now on (E3-113, T3-057). Throws 422 for a range with numbers that are used or not
 * reached yet, a reason of 15 characters or fewer, a series of another company or kind.
 */
export const inutiliza = action(inutilizacao, 'inutiliza', {
  on: 'collection',
  right: 'create',
  summary: 'Inutiliza na SEFAZ uma faixa de números que ficou sem documento.',
  input,
  answer: v.object({ id: v.number(), nIni: v.number(), nFin: v.number() }),
  run: async ({ ctx, input: { nfe_serie_id, nIni, nFin, xJust } }) => {
    const reason = checkedReason('cancelamento', xJust)
    if (nFin < nIni) throw invalid({ nFin: ['O número final vem antes do inicial.'] })
    if (nFin - nIni >= MOST) throw invalid({ nFin: [`Inutilize até ${MOST} números por vez.`] })
    const series = await load(ctx, serieNumero, nfe_serie_id)
    const mod = MODEL_OF[series.tpDoc]
    if (mod === undefined) throw invalid({ nfe_serie_id: ['Só séries de NF-e e de NFC-e são inutilizadas.'] })
    const company = await load(ctx, empresa, series.empresa_id)
    const UF = findUf(company.UF ?? '')
    if (!UF) throw badRequest('Informe a UF no cadastro da empresa.', 'no_uf')
    const tpAmb = series.tpAmb === 1 ? 1 : 2
    const key = { empresa_id: series.empresa_id, tpDoc: series.tpDoc, serie: series.serie, tpAmb } as const
    await assertGap(ctx, key, { nIni, nFin })
    const pair = await keyPairOf(ctx, series.empresa_id)
    const ano = await yearOf(ctx, series.id, nIni)
    const record = await insert(ctx, inutilizacao, {
      empresa_id: series.empresa_id,
      nfe_serie_id,
      serie: series.serie,
      mod,
      tpAmb,
      ano,
      nIni,
      nFin,
      xJust: reason,
      uf: UF.sigla,
      situacao: 'enviando',
    })
    await holdGaps(ctx, key, { de: nIni, ate: nFin }, { recurso: inutilizacao.name, registro_id: record.id })
    const xml = voidXml({
      tpAmb: tpAmb === 1 ? '1' : '2',
      cUF: UF.codigo,
      ano: String(ano).padStart(2, '0'),
      CNPJ_CPF: company.CNPJ_CPF ?? '',
      mod: mod === 65 ? '65' : '55',
      serie: series.serie,
      nNFIni: nIni,
      nNFFin: nFin,
      xJust: reason.slice(0, 255),
    })
    await voidsRange.queue(ctx, [
      {
        empresa_id: series.empresa_id,
        chave: `inutilizacao-${record.id}`,
        assunto: `Inutilização de ${nIni} a ${nFin} da série ${series.serie}`,
        corpo: sign(xml, pair),
        recurso: inutilizacao.name,
        registro_id: record.id,
        dados: { UF: UF.sigla, mod: String(mod), tpAmb: String(tpAmb) },
      },
    ])
    return { id: record.id, nIni, nFin }
  },
})

interface Range {
  readonly nIni: number
  readonly nFin: number
}

async function assertGap(ctx: Ctx, key: Parameters<typeof gapsOf>[1], { nIni, nFin }: Range): Promise<void> {
  const gaps = await gapsOf(ctx, key)
  if (gaps.some(({ de, ate }) => de <= nIni && nFin <= ate)) return
  const told =
    gaps.length === 0
      ? 'a série não tem lacunas'
      : `as lacunas são ${gaps
          .slice(0, 5)
          .map(({ de, ate }) => (de === ate ? de : `${de} a ${ate}`))
          .join(', ')}`
  throw invalid({ nIni: [`A faixa tem números com documento, ou que ainda não saíram: ${told}.`] })
}

/** The year in which the numbers would have been used: that of the series' note just before, else of the one after, else this year. */
async function yearOf(ctx: Ctx, serie_id: number, nIni: number): Promise<number> {
  const [row] = await rowsOf(
    ctx,
    sql`select extract(year from "dhEmi")::int as ano from nfe where serie_numero_id = ${serie_id} and "dhEmi" is not null
        order by "nNF" > ${nIni}, abs("nNF" - ${nIni}) limit 1`,
  )
  return Number(row?.ano ?? ctx.clock.today().slice(0, 4)) % 100
}
