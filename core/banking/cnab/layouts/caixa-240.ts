import { code, constant, text, without } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('104', 'CAIXA ECONOMICA FEDERAL', ['050', '030'])

/** SIGCB: the beneficiary's code stands where others tell the account. */
export const CAIXA_240: Layout240 = {
  ...COMMON,
  header: {
    ...without(COMMON.header, 'conta', 'conta_dv'),
    uso_banco: constant(33, '0'.repeat(20)),
    convenio: code(59, 6),
    modelo: constant(65, '00000000'),
    situacao: constant(192, 'REMESSA-PRODUCAO', 20),
  },
  lote: {
    ...without(COMMON.lote, 'conta', 'conta_dv'),
    servico: constant(10, '0100'),
    convenio: code(34, 6),
    uso_banco: constant(40, '0'.repeat(14)),
    convenio_repetido: code(60, 6),
    modelo: constant(66, '0'.repeat(8)),
  },
  p: {
    ...without(COMMON.p, 'conta', 'conta_dv'),
    convenio: code(24, 6),
    uso_banco: constant(30, '0'.repeat(11)),
    nosso_numero: code(41, 17),
    tipo_documento: constant(60, '2'),
    entrega: constant(62, '0'),
    agencia_cobradora: constant(101, '000000'),
    seu_numero: text(63, 11),
  },
}
