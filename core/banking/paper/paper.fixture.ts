import type { ContaCobranca } from '../account'
import { makeBoleto } from '../make-boleto'
import type { BoletoPaper } from './boleto-paper'

/** A contract at each bank, as it is told. */
export const CONTAS: Readonly<Record<string, ContaCobranca>> = {
  '001': {
    banco: '001',
    agencia: '3041',
    agencia_dv: '4',
    conta: '52817',
    conta_dv: '9',
    convenio: '2718281',
    carteira: '17',
    variacao: '19',
  },
  '033': { banco: '033', agencia: '2105', conta: '13004567', conta_dv: '8', convenio: '4455667', carteira: '101' },
  '104': { banco: '104', agencia: '1580', conta: '870', conta_dv: '1', convenio: '334455', carteira: 'RG' },
  '237': { banco: '237', agencia: '1172', agencia_dv: '0', conta: '60125', conta_dv: '8', carteira: '9' },
  '341': { banco: '341', agencia: '57', conta: '12345', carteira: '109' },
  '748': { banco: '748', agencia: '165', conta: '', convenio: '623', posto: '2', carteira: '1' },
  '756': { banco: '756', agencia: '4327', conta: '99881', convenio: '417270', carteira: '1' },
  '041': { banco: '041', agencia: '1102', conta: '350', convenio: '9000150', carteira: '1' },
  '077': {
    banco: '077',
    agencia: '1',
    agencia_dv: '9',
    conta: '1234567',
    conta_dv: '8',
    convenio: '3216549',
    carteira: '112',
  },
  '085': {
    banco: '085',
    agencia: '101',
    agencia_dv: '5',
    conta: '98765',
    conta_dv: '4',
    convenio: '101004',
    carteira: '1',
  },
  '084': { banco: '084', agencia: '5', agencia_dv: '2', conta: '3344', conta_dv: '6', carteira: '9' },
  '136': { banco: '136', agencia: '2401', agencia_dv: '7', conta: '55120', conta_dv: '3', carteira: '21' },
  '208': { banco: '208', agencia: '50', conta: '445757', conta_dv: '2', carteira: '1' },
  '336': { banco: '336', agencia: '1', conta: '', convenio: '4018822', carteira: '10' },
  '422': { banco: '422', agencia: '40', conta: '27824', conta_dv: '7', carteira: '1' },
}

const PIX =
  '00020101021226850014br.gov.bcb.pix2563pix.banco.exemplo/qr/v2/cobv/4b3c2a19d8e74f6fa0915c7d2e83b6415204000053039865802BR5925OFICINA MECANICA SAO JOAO6008CURITIBA62070503***6304'

interface Sample extends Partial<BoletoPaper> {
  /** Its number in the series. */
  readonly n?: number
}

/** A boleto as a shop would print it. */
export function paperOf({ n = 4321, ...more }: Sample = {}, banco = '341'): BoletoPaper {
  const conta = more.conta ?? CONTAS[banco] ?? { banco, agencia: '', conta: '' }
  const [dVencimento, valor] = [
    'dVencimento' in more ? more.dVencimento : '2026-12-10',
    'valor' in more ? more.valor : '1284.50',
  ]
  const nosso_numero = banco === '748' ? `262${String(n).padStart(5, '0')}` : String(n)
  const made = makeBoleto({ conta, nosso_numero, dVencimento, valor })
  return {
    codigo_barras: made.codigo_barras,
    conta,
    nosso_numero: made.nosso_numero.formatado,
    beneficiario: {
      nome: 'Oficina Mecânica São João Ltda',
      documento: '11222333000181',
      endereco: 'Rua das Araucárias, 1500, Água Verde, Curitiba/PR, 80240-000',
    },
    pagador: {
      nome: 'Conceição Gonçalves Araújo',
      documento: '52998224725',
      endereco: 'Avenida Três Marias, 77, ap. 402, Jardim Botânico, Londrina/PR, 86010-190',
    },
    numero_documento: `NF ${n}/2`,
    dDocumento: '2026-11-10',
    dProcessamento: '2026-11-12',
    dVencimento,
    valor,
    especie_doc: 'DM',
    aceite: false,
    instrucoes: [
      'Após o vencimento, cobrar multa de R$ 25,69 e juros de R$ 0,43 ao dia.',
      'Não receber após 30 dias do vencimento.',
      'Dúvidas: (41) 3333-4444 ou financeiro@oficina.exemplo',
    ],
    parcela: { n: 2, de: 12 },
    ...more,
  }
}

/** The same, with a Pix code. */
export const hybridOf = (sample: Sample = {}, banco = '341'): BoletoPaper =>
  paperOf(
    {
      pix: `${PIX}${String(sample.n ?? 4321)
        .padStart(4, '0')
        .slice(-4)}`,
      ...sample,
    },
    banco,
  )
