import { code, date, decimals, type FixedRecord, integer, text, without } from '../../../layout/fixed-width'
import { GENERAL_400 } from '../general'
import type { Layout400 } from '../layout-400'

/** Banks whose files are read and not written: where they differ from what all share. */
const readOnly = (
  banco: string,
  detalhe: FixedRecord,
  { header = {}, no = [] }: { readonly header?: FixedRecord; readonly no?: readonly string[] } = {},
): Layout400 => ({
  ...GENERAL_400,
  banco,
  header: { ...GENERAL_400.header, ...header },
  detalhe: {
    ...without(GENERAL_400.detalhe, ...no),
    ...detalhe,
  },
})

const SERIES = { header: { sequencia: integer(111, 7) } }
/** Number with its digit behind it, of the same width at many. */
const at63 = { nosso_numero: text(63, 11) }
const at71 = { nosso_numero: code(71, 11), nosso_numero_dv: text(82, 1) }

export const OTHERS_400: readonly Layout400[] = [
  readOnly('004', {
    agencia: code(18, 4),
    conta: code(24, 7),
    nosso_numero: code(63, 7),
    nosso_numero_dv: code(70, 1),
  }),
  readOnly(
    '077',
    {
      carteira: code(21, 3),
      agencia: code(24, 4),
      conta: code(28, 10),
      nosso_numero: code(90, 11),
      multa_percentual: decimals(80, 4),
      multa_data: date(84, 'ddmmyy'),
      desconto_valor: decimals(185, 13),
      desconto_data: date(202, 'ddmmyy'),
      abatimento: decimals(208, 13),
      pagador_tipo: code(221, 2),
      pagador_documento: code(223, 14),
      pagador_nome: text(237, 40),
      pagador_endereco: text(277, 38),
      pagador_uf: text(315, 2),
      pagador_cep: code(317, 8),
      mensagem_1: text(325, 70),
    },
    { ...SERIES, no: ['iof', 'pagador_bairro', 'pagador_cidade'] },
  ),
  readOnly(
    '097',
    {
      agencia: code(18, 4),
      conta: code(23, 8),
      conta_dv: text(31, 1),
      ...at63,
      juros_mes: decimals(161, 6, 4),
      multa_percentual: decimals(167, 6, 4),
    },
    { no: ['juros_dia'] },
  ),
  readOnly(
    '136',
    {
      agencia: code(2, 5),
      agencia_dv: text(7, 1),
      conta: code(8, 12),
      conta_dv: text(20, 1),
      carteira: code(22, 3),
      nosso_numero: code(193, 10),
      nosso_numero_dv: text(203, 1),
      pagador_cidade: text(335, 20),
      pagador_uf: text(355, 2),
    },
    { header: { sequencia: integer(108, 10) }, no: ['iof'] },
  ),
  readOnly('224', at63),
  readOnly('246', at63),
  readOnly('274', at71, SERIES),
  readOnly(
    '336',
    { convenio: code(18, 12), nosso_numero: code(63, 11), nosso_numero_dv: text(74, 1) },
    { header: { sequencia: integer(387, 8) } },
  ),
  readOnly('399', { agencia: code(18, 5), conta: code(23, 11), ...at63 }),
  readOnly('435', { convenio: text(18, 20), ...at63 }),
  readOnly(
    '712',
    { ...at71, pagador_cidade: text(313, 12), pagador_uf: text(325, 2) },
    { ...SERIES, no: ['pagador_bairro'] },
  ),
  readOnly('745', { convenio: text(18, 20), nosso_numero: code(65, 12) }),
]
