import { layoutFaults } from '../../../core/gs1/scale-layout'
import { NFCE, pdvBalancaFields, pdvFields } from '../../../core/fields/comercial/pdv'
import { serieNumero } from '../../nfe/serie-numero'
import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { isGiven } from '../../platform/secrets'
import { type Draft, refuseRows, resource, type Row } from '../../platform/resource'
import { webAddress } from '../../cadastros/empresa/rules'

const MOST_LAYOUTS = 20

/** Points of sale. Whoever sells reads them: a sale begins with what its computer's says. */
export const pdv = resource({
  name: 'pdv',
  paths: ['config/pdv'],
  title: 'PDV',
  right: 'pdv',
  open: true,
  company: 'own',
  fields: pdvFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['empresa_id', 'descricao']],
  computed: { apiKey_definida: isGiven('pdv', 'apiKey', 'Chave do agente informada') },
  hooks: { prepare: (ctx, drafts) => prepare(ctx, drafts) },
})

async function prepare(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  for (const { before, values } of drafts) {
    if (typeof values.APIUrl === 'string' && values.APIUrl !== before?.APIUrl)
      values.APIUrl = webAddress(ctx, 'APIUrl', values.APIUrl)
    await assertSeries(ctx, { ...before, ...values })
  }
}

/** What issues NFC-e numbers them by a series of the company's NFC-e; what issues no fiscal document has none. */
async function assertSeries(ctx: Ctx, { geraNFe = NFCE, nfe_serie_id, empresa_id }: Row): Promise<void> {
  if (nfe_serie_id === null || nfe_serie_id === undefined) {
    if (Number(geraNFe) === NFCE) throw invalid({ nfe_serie_id: ['Escolha a série da NFC-e.'] })
    return
  }
  const series = await find(ctx, serieNumero, Number(nfe_serie_id))
  if (Number(geraNFe) !== NFCE)
    throw invalid({ nfe_serie_id: ['Documento não fiscal não usa série: deixe em branco.'] })
  if (series?.tpDoc !== NFCE || series.empresa_id !== Number(empresa_id))
    throw invalid({ nfe_serie_id: ['Escolha uma série de NFC-e da mesma empresa.'] })
}

/** The layouts of scale labels that a point of sale reads. */
export const pdvBalanca = resource({
  name: 'pdv_balanca',
  paths: ['config/pdv_balanca'],
  title: 'Etiqueta de balança',
  right: 'pdv',
  open: true,
  company: 'own',
  fields: pdvBalancaFields,
  search: [],
  display: ['digitBalanca'],
  parent: { resource: 'pdv', field: 'pdv_id', list: 'pdv_balancas' },
  hooks: {
    prepare: (_ctx, drafts) => {
      if (drafts.length > MOST_LAYOUTS)
        throw invalid({ pdv_balancas: [`Use no máximo ${MOST_LAYOUTS} etiquetas por PDV.`] })
      refuseRows(drafts, ({ before, values }) => {
        const whole: Row = { ...before, ...values }
        const number = (name: string, initial = 0) => Number(whole[name] ?? initial)
        return layoutFaults({
          digitBalanca: number('digitBalanca', 2),
          tpIdentificacao: number('tpIdentificacao'),
          posCodIni: number('posCodIni'),
          posCodEnd: number('posCodEnd'),
          posValIni: number('posValIni'),
          posValEnd: number('posValEnd'),
          qDecimal: number('qDecimal', 3),
        })
      })
    },
  },
})
