import * as v from 'valibot'
import { firstDayOfMonth } from '../../../core/br/civil-date'
import { FATES, OPEN_FATES } from '../../../core/fiscal/keeping/fates'
import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { empresa } from '../../cadastros/empresa'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { countInput, dateInput, identifier } from '../../platform/inputs'
import { takeTurn } from '../../sis/limits'
import { guardaFiscal } from './guarda-fiscal'
import { askForFile } from './make'
import type { Reader } from '../../platform/reader'
import { fatesOf, noFates, type NumbersFate, type SeriesPart, seriesIn } from './numbers'
import { sendFile } from './send'
import { type Wanted, wantedInput, wantedOf } from './wanted'

/** Numbers of a summary that are named. */
const NAMED = 200
/** Fates of one answer. */
const PAGE = 500
/** One file is sent again so often at most. */
const SENT_AGAIN = { times: 10, minutes: 60 } as const

const fate = v.object({
  serie: v.number(),
  serie_id: v.number(),
  de: v.number(),
  ate: v.number(),
  destino: v.picklist(Object.keys(FATES)),
  falha: v.nullable(v.picklist(Object.keys(KEEPING_FAULTS))),
  nfe_id: v.nullable(v.number()),
  inutilizacao_id: v.nullable(v.number()),
  chNFe: v.nullable(v.string()),
  dhEmi: v.nullable(v.string()),
  vNF: v.nullable(v.string()),
  nProt: v.nullable(v.string()),
})

const told = ({ id, serie }: SeriesPart, { de, ate, fate: destino, note, voided }: NumbersFate) => ({
  serie,
  serie_id: id,
  de,
  ate,
  destino,
  falha: note?.fault ?? null,
  nfe_id: note?.id ?? null,
  inutilizacao_id: voided?.id ?? null,
  chNFe: note?.chNFe ?? null,
  dhEmi: note?.dhEmi ?? null,
  vNF: note?.vNF ?? null,
  nProt: note?.nProt ?? voided?.nProt ?? null,
})

/** What became of the numbers of a model's series in a period: how many of each fate, and by name those that nobody is done with and those whose XML has a fault. */
export const resumo = action(guardaFiscal, 'resumo', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'O destino dos números das séries num período, e por nome os que faltam: a prova de que nada falta.',
  input: wantedInput,
  answer: v.object({
    empresa_id: v.number(),
    homologacao: v.boolean(),
    series: v.array(
      v.object({
        id: v.number(),
        serie: v.number(),
        de: v.number(),
        ate: v.number(),
        numeros: v.record(v.string(), v.number()),
      }),
    ),
    abertos: v.array(fate),
    qAbertos: v.number(),
  }),
  run: async ({ ctx, input }) => {
    const wanted = await wantedOf(ctx, input)
    const abertos: ReturnType<typeof told>[] = []
    const series = []
    let qAbertos = 0
    for (const part of await seriesIn(ctx, wanted)) {
      const numeros = noFates()
      for await (const page of fatesOf(within(ctx), wanted, part))
        for (const one of page) {
          numeros[one.fate] += one.ate - one.de + 1
          if (!OPEN_FATES.has(one.fate) && !one.note?.fault) continue
          qAbertos += one.ate - one.de + 1
          if (abertos.length < NAMED) abertos.push(told(part, one))
        }
      if (Object.values(numeros).some((count) => count > 0)) series.push({ ...part, numeros })
    }
    return { empresa_id: wanted.empresa_id, homologacao: wanted.tpAmb === 2, series, abertos, qAbertos }
  },
})

const within =
  (ctx: Ctx): Reader =>
  (work) =>
    work(ctx)

/** Every number of a series in a period with its fate, from a number on: `proximo` is the last that was told, where there are more. */
export const numeros = action(guardaFiscal, 'numeros', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Todos os números de uma série num período e o destino de cada um, em páginas: depois de `apos`.',
  input: v.object({ ...wantedInput.entries, serie_id: identifier, apos: v.optional(countInput, 0) }),
  answer: v.object({ data: v.array(fate), proximo: v.nullable(v.number()) }),
  run: async ({ ctx, input: { serie_id, apos, ...asked } }) => {
    const wanted = await wantedOf(ctx, asked)
    const part = (await seriesIn(ctx, wanted)).find(({ id }) => id === serie_id)
    if (!part) throw invalid({ serie_id: ['A empresa não tem esta série, ou ela não tem números.'] })
    return pageOf(ctx, wanted, part, apos)
  },
})

async function pageOf(ctx: Ctx, wanted: Wanted, part: SeriesPart, apos: number) {
  const data: ReturnType<typeof told>[] = []
  for await (const page of fatesOf(within(ctx), wanted, part, apos))
    for (const one of page) {
      if (data.length === PAGE) return { data, proximo: data.at(-1)?.ate ?? null }
      data.push(told(part, one))
    }
  return { data, proximo: null }
}

/** Makes the file of a month anew: what is in it, its digest and what is missing are told in its row. Throws 422 for a month that is not over. */
export const gera = action(guardaFiscal, 'gera', {
  on: 'collection',
  right: 'create',
  summary: 'Gera o arquivo de um modelo e mês: confere, conta e guarda o digest; o ZIP se baixa quando se quiser.',
  input: v.object({ empresa_id: v.optional(identifier), mod: wantedInput.entries.mod, mes: dateInput }),
  answer: v.object({ id: v.number() }),
  run: async ({ ctx, input: { mod, mes, empresa_id } }) => {
    const { id } = await load(ctx, empresa, empresa_id ?? ctx.actor.empresa_id)
    const month = firstDayOfMonth(mes)
    if (month >= firstDayOfMonth(ctx.clock.today()))
      throw invalid({ mes: ['Este mês ainda não terminou: baixe o que há até hoje pelo período.'] })
    return {
      id: (await askForFile(ctx, { empresa_id: id, mod, mes: month }, { sends: false, user_id: ctx.actor.id })).id,
    }
  },
})

/** Sends the accountant a link to the file, or another one. */
export const envia = action(guardaFiscal, 'envia', {
  on: 'record',
  right: 'edit',
  summary: 'Envia à contabilidade um link para o arquivo; os links anteriores deixam de valer.',
  input: v.optional(v.object({}), {}),
  answer: said,
  run: async ({ ctx, record }) => {
    await takeTurn(ctx, `guarda:${record.id}`, SENT_AGAIN)
    const { para } = await sendFile(ctx, record)
    return { message: `Enviada para ${para ?? ''}.` }
  },
})
