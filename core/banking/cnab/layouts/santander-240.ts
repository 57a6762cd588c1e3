import { code, constant, text, integer } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('033', 'BANCO SANTANDER', ['040', '030'])
const {
  agencia: _a,
  agencia_dv: _b,
  conta: _c,
  conta_dv: _d,
  densidade: _e,
  hora: _f,
  empresa_tipo: _g,
  ...HEADER
} = COMMON.header
const { agencia: _h, agencia_dv: _i, conta: _j, conta_dv: _k, credito: _l, ...BATCH } = COMMON.lote
const { alegacao: _m, debito: _n, debito_conta: _o, debito_aviso: _p, ...SEGMENT_R } = COMMON.r
const { quantidade: _q, total: _r, outras: _s, ...BATCH_END } = COMMON.fimLote
const { contas: _t, ...END } = COMMON.fim

export const SANTANDER_240: Layout240 = {
  ...COMMON,
  header: {
    ...HEADER,
    empresa_tipo: code(17, 1),
    empresa_documento: code(18, 15),
    codigo_transmissao: code(33, 15),
  },
  lote: { ...BATCH, codigo_transmissao: code(54, 15) },
  p: {
    ...COMMON.p,
    agencia: code(18, 4),
    agencia_dv: text(22, 1),
    conta: code(23, 9),
    conta_dv: text(32, 1),
    conta_repetida: code(33, 9),
    conta_repetida_dv: text(42, 1),
    nosso_numero: code(45, 12),
    nosso_numero_dv: code(57, 1),
    papel: constant(61, ' '),
    entrega: constant(62, ' '),
    agencia_cobradora: constant(101, '00000'),
    devolucao_dias: integer(225, 3),
    moeda: constant(228, '00'),
    contrato: constant(230, ' '),
  },
  r: SEGMENT_R,
  fimLote: BATCH_END,
  fim: END,
}
