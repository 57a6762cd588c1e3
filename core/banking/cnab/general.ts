import { code, constant, date, decimals, text } from '../../layout/fixed-width'
import { type Layout240, layout240 } from './layout-240'
import {
  COMANDOS_400,
  header400,
  LINE_400,
  type Layout400,
  OWNER_400,
  PAYER_400,
  PLACE_400,
  TRAILER_400,
  title400,
} from './layout-400'

/** What banks have in common, to read files of banks whose own layouts are not known. Nothing is written by these. */

export const GENERAL_400: Layout400 = {
  banco: '',
  header: { ...header400('', ''), codigo_transmissao: text(27, 20) },
  detalhe: {
    ...OWNER_400,
    uso_empresa: text(38, 25),
    nosso_numero: text(63, 20),
    carteira: text(108, 1),
    ...title400(''),
    ...PAYER_400,
    ...PLACE_400,
    prazo: code(392, 2),
    ...LINE_400,
  },
  multa: {
    registro: constant(1, ''),
    multa_codigo: code(2, 1),
    multa_data: date(3, 'ddmmyyyy'),
    multa_valor: decimals(11, 13),
  },
  trailer: TRAILER_400,
  comandos: COMANDOS_400,
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', DS: '12', OUTROS: '99' },
  aceite: ['N', 'A'],
  fim: '\r\n',
}

const COMMON = layout240('', '', ['', ''])

export const GENERAL_240: Layout240 = {
  ...COMMON,
  header: { ...COMMON.header, convenio: text(33, 20) },
  lote: { ...COMMON.lote, convenio: text(34, 20) },
}
