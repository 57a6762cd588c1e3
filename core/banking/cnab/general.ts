import { code, constant, date, decimals, text } from '../../layout/fixed-width'
import { type Layout240, layout240 } from './layout-240'
import { type Layout400, layout400 } from './layout-400'

/** What banks have in common, to read files of banks whose own layouts are not known. Nothing is written by these. */

const COMMON_400 = layout400('', '')

export const GENERAL_400: Layout400 = {
  ...COMMON_400,
  header: { ...COMMON_400.header, codigo_transmissao: text(27, 20) },
  detalhe: {
    ...COMMON_400.detalhe,
    uso_empresa: text(38, 25),
    nosso_numero: text(63, 20),
    carteira: text(108, 1),
    prazo: code(392, 2),
  },
  multa: {
    registro: constant(1, ''),
    multa_codigo: code(2, 1),
    multa_data: date(3, 'ddmmyyyy'),
    multa_valor: decimals(11, 13),
  },
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', DS: '12', OUTROS: '99' },
}

const COMMON_240 = layout240('', '', ['', ''])

export const GENERAL_240: Layout240 = {
  ...COMMON_240,
  header: { ...COMMON_240.header, convenio: text(33, 20) },
  lote: { ...COMMON_240.lote, convenio: text(34, 20) },
}
