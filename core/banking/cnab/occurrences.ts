import type { Evento, Motivo } from './retorno'

/** The codes of occurrences of banks, in our words, and the event that each is. A bank's own table goes before that which most share. */

type Word = readonly [Evento, string]
type Words = Readonly<Record<string, Word>>

/** What most banks number alike, in 400 columns as in 240 (FEBRABAN, C044). */
const COMMON: Words = {
  '01': ['outro', 'Ocorrência do banco'],
  '02': ['registrado', 'Entrada confirmada'],
  '03': ['rejeitado', 'Entrada rejeitada'],
  '04': ['outro', 'Transferido para outra carteira (entrada)'],
  '05': ['outro', 'Transferido para outra carteira (baixa)'],
  '06': ['liquidado', 'Liquidação normal'],
  '07': ['alterado', 'Desconto confirmado'],
  '08': ['alterado', 'Desconto cancelado'],
  '09': ['baixado', 'Baixado'],
  '10': ['baixado', 'Baixado conforme pedido'],
  '11': ['em_ser', 'Título em aberto no banco'],
  '12': ['abatimento', 'Abatimento concedido'],
  '13': ['abatimento_cancelado', 'Abatimento cancelado'],
  '14': ['vencimento_alterado', 'Vencimento alterado'],
  '15': ['liquidado_cartorio', 'Liquidado em cartório'],
  '16': ['alterado', 'Alteração confirmada'],
  '17': ['liquidado', 'Liquidado depois da baixa ou sem registro'],
  '19': ['protesto_pedido', 'Pedido de protesto recebido'],
  '20': ['sustado', 'Pedido de sustação recebido'],
  '21': ['alterado', 'Pedido de não protestar recebido'],
  '22': ['pagamento_cancelado', 'Pagamento cancelado'],
  '23': ['em_cartorio', 'Enviado ao cartório'],
  '24': ['sustado', 'Retirado do cartório e mantido em carteira'],
  '25': ['protestado', 'Protestado e baixado'],
  '26': ['instrucao_rejeitada', 'Instrução rejeitada'],
  '27': ['alterado', 'Alteração de dados confirmada'],
  '28': ['tarifa', 'Débito de tarifas e custas'],
  '29': ['alegacao', 'Ocorrência do pagador'],
  '30': ['instrucao_rejeitada', 'Alteração de dados rejeitada'],
  '31': ['alterado', 'Desconto concedido'],
  '32': ['alterado', 'Desconto retirado'],
  '33': ['alterado', 'Alteração de outros dados confirmada'],
  '34': ['sustado', 'Retirado do cartório e mantido em carteira'],
  '35': ['alterado', 'Multa confirmada'],
  '36': ['alterado', 'Multa dispensada'],
  '40': ['pagamento_cancelado', 'Pagamento estornado'],
  '44': ['pagamento_cancelado', 'Pago com cheque devolvido'],
  '45': ['liquidado', 'Pago com cheque compensado'],
  '46': ['outro', 'Pago com cheque, à espera da compensação'],
  '47': ['alterado', 'Valor alterado'],
  '50': ['liquidado', 'Pago com cheque pendente de compensação'],
  '51': ['dda', 'Reconhecido pelo pagador no DDA'],
  '52': ['dda', 'Não reconhecido pelo pagador no DDA'],
  '53': ['dda', 'Recusado pelo DDA'],
  '55': ['sustado', 'Sustado judicialmente'],
  '68': ['alterado', 'Rateio de crédito acertado'],
  '69': ['alterado', 'Rateio de crédito cancelado'],
  '73': ['alterado', 'Pagamento parcial confirmado'],
  '96': ['tarifa', 'Despesas de protesto'],
  '97': ['tarifa', 'Despesas de sustação de protesto'],
  '98': ['tarifa', 'Custas antecipadas'],
}

const BANCO_DO_BRASIL: Words = {
  '03': ['rejeitado', 'Comando recusado'],
  '05': ['liquidado', 'Liquidado sem registro'],
  '07': ['liquidado_parcial', 'Liquidado em parte'],
  '08': ['liquidado', 'Liquidado pelo saldo'],
  '16': ['alterado', 'Juros alterados'],
  '20': ['liquidado', 'Débito em conta'],
  '21': ['alterado', 'Nome do pagador alterado'],
  '22': ['alterado', 'Endereço do pagador alterado'],
  '25': ['alterado', 'Juros dispensados'],
  '26': ['alterado', 'Número da empresa alterado'],
  '28': ['tarifa', 'Manutenção de título vencido'],
}

/** Caixa numbers otherwise in 400 columns than in 240. */
const CAIXA_400: Words = {
  '01': ['registrado', 'Entrada confirmada'],
  '02': ['baixado', 'Baixa confirmada'],
  '03': ['abatimento', 'Abatimento concedido'],
  '04': ['abatimento_cancelado', 'Abatimento cancelado'],
  '05': ['vencimento_alterado', 'Vencimento alterado'],
  '06': ['alterado', 'Uso da empresa alterado'],
  '07': ['alterado', 'Prazo de protesto alterado'],
  '08': ['alterado', 'Prazo de devolução alterado'],
  '09': ['alterado', 'Alteração confirmada'],
  '10': ['alterado', 'Alteração com nova emissão confirmada'],
  '11': ['alterado', 'De protesto para devolução'],
  '12': ['alterado', 'De devolução para protesto'],
  '20': ['em_ser', 'Título em aberto no banco'],
  '21': ['liquidado', 'Liquidação'],
  '22': ['liquidado_cartorio', 'Liquidado em cartório'],
  '23': ['baixado', 'Baixado por devolução'],
  '24': ['baixado', 'Baixado por franco pagamento'],
  '25': ['protestado', 'Baixado por protesto'],
  '26': ['em_cartorio', 'Enviado ao cartório'],
  '27': ['sustado', 'Protesto sustado'],
  '28': ['outro', 'Protesto estornado'],
  '29': ['outro', 'Sustação estornada'],
  '30': ['alterado', 'Título alterado'],
  '31': ['tarifa', 'Tarifa sobre título vencido'],
  '32': ['tarifa', 'Outras tarifas'],
  '33': ['pagamento_cancelado', 'Baixa ou liquidação estornada'],
  '99': ['rejeitado', 'Título rejeitado'],
}

const BRADESCO_400: Words = {
  '16': ['outro', 'Pago em cheque, vinculado'],
  '18': ['outro', 'Acerto de depositária'],
  '21': ['alterado', 'Acerto do controle do participante'],
  '24': ['rejeitado', 'Entrada rejeitada por CEP irregular'],
  '25': ['protestado', 'Confirmação de protesto'],
  '27': ['instrucao_rejeitada', 'Baixa rejeitada'],
  '32': ['instrucao_rejeitada', 'Instrução rejeitada'],
  '35': ['outro', 'Débito automático desagendado'],
}

const ITAU_400: Words = {
  '04': ['alterado', 'Alteração de dados, nova entrada'],
  '05': ['alterado', 'Alteração de dados, baixa'],
  '07': ['liquidado_parcial', 'Liquidado em parte'],
  '08': ['liquidado_cartorio', 'Liquidado em cartório'],
  '10': ['baixado', 'Baixado por ter sido liquidado'],
  '15': ['instrucao_rejeitada', 'Baixa rejeitada'],
  '16': ['instrucao_rejeitada', 'Instrução rejeitada'],
  '17': ['instrucao_rejeitada', 'Alteração de dados rejeitada'],
  '18': ['instrucao_rejeitada', 'Instrução de cobrança contratual rejeitada ou pendente'],
  '24': ['instrucao_rejeitada', 'Instrução de protesto rejeitada, sustada ou pendente'],
  '25': ['alegacao', 'Alegação do pagador'],
  '26': ['tarifa', 'Tarifa de aviso de cobrança'],
  '27': ['tarifa', 'Tarifa de extrato de posição'],
  '28': ['tarifa', 'Tarifa de relação das liquidações'],
  '29': ['tarifa', 'Tarifa de manutenção de títulos vencidos'],
  '30': ['tarifa', 'Débito mensal de tarifas'],
  '32': ['protestado', 'Baixado por ter sido protestado'],
  '33': ['tarifa', 'Custas de protesto'],
  '34': ['tarifa', 'Custas de sustação'],
  '35': ['tarifa', 'Custas de distribuição'],
  '36': ['tarifa', 'Custas de edital'],
  '37': ['tarifa', 'Tarifa de emissão de boleto'],
  '38': ['tarifa', 'Tarifa de instrução'],
  '39': ['tarifa', 'Tarifa de ocorrências'],
  '40': ['tarifa', 'Tarifa mensal de emissão de boleto'],
  '41': ['tarifa', 'Débito mensal de tarifas de extrato'],
  '42': ['tarifa', 'Débito mensal de tarifas de instruções'],
  '43': ['tarifa', 'Débito mensal de manutenção de vencidos'],
  '44': ['tarifa', 'Débito mensal de outras tarifas'],
  '45': ['tarifa', 'Débito mensal de tarifas de protesto'],
  '46': ['tarifa', 'Débito mensal de tarifas de sustação'],
  '47': ['baixado', 'Baixado para desconto'],
  '48': ['tarifa', 'Custas de sustação judicial'],
  '51': ['tarifa', 'Tarifa mensal de entradas em correspondentes'],
  '52': ['tarifa', 'Tarifa mensal de baixas'],
  '53': ['tarifa', 'Tarifa mensal de baixas em correspondentes'],
  '54': ['tarifa', 'Tarifa mensal de liquidações'],
  '55': ['tarifa', 'Tarifa mensal de liquidações em correspondentes'],
  '56': ['tarifa', 'Custas de irregularidade'],
  '57': ['instrucao_rejeitada', 'Instrução cancelada'],
  '59': ['baixado', 'Baixado por crédito em conta pelo Sispag'],
  '60': ['rejeitado', 'Entrada de carnê rejeitada'],
  '61': ['tarifa', 'Tarifa de aviso de movimentação'],
  '62': ['tarifa', 'Débito mensal de avisos de movimentação'],
  '63': ['sustado', 'Sustado judicialmente'],
  '64': ['registrado', 'Entrada confirmada com rateio'],
  '69': ['pagamento_cancelado', 'Cheque devolvido'],
  '71': ['registrado', 'Entrada registrada, em avaliação'],
  '72': ['baixado', 'Baixado por crédito em conta sem título'],
  '73': ['registrado', 'Entrada em cobrança simples'],
  '76': ['liquidado', 'Cheque compensado'],
}

const BANRISUL_400: Words = {
  '04': ['baixado', 'Baixado, liquidado por edital'],
  '07': ['liquidado_parcial', 'Liquidado em parte'],
  '08': ['liquidado', 'Liquidado pelo saldo'],
  '09': ['baixado', 'Devolução automática'],
  '18': ['alterado', 'Instruções alteradas'],
  '21': ['outro', 'À espera de autorização para protesto por edital'],
  '22': ['sustado', 'Protesto sustado por mudança de vencimento'],
  '24': ['alterado', 'Dados do sacador alterados'],
  '25': ['baixado', 'Devolvido, já liquidado'],
  '26': ['sustado', 'Devolvido pelo cartório por erro de dados'],
  '30': ['outro', 'Liquidação em trânsito'],
  '31': ['outro', 'Pago em cartório, em trânsito'],
  '40': ['protestado', 'Baixado por ter sido protestado'],
  '41': ['tarifa', 'Despesa de aponte'],
  '42': ['alterado', 'Título alterado'],
  '43': ['em_ser', 'Relação de títulos'],
  '44': ['tarifa', 'Manutenção mensal'],
  '47': ['registrado', 'Entrada confirmada, pagador no DDA'],
}

/** Sicredi's own codes beyond the common ones. */
const SICREDI_400: Words = {
  '15': ['liquidado_cartorio', 'Liquidado em cartório'],
  '24': ['rejeitado', 'Entrada rejeitada por CEP irregular'],
  '27': ['instrucao_rejeitada', 'Baixa rejeitada'],
  '29': ['instrucao_rejeitada', 'Rejeição do pagador'],
  '32': ['instrucao_rejeitada', 'Instrução rejeitada'],
  '33': ['alterado', 'Alteração de outros dados confirmada'],
  '34': ['sustado', 'Retirado do cartório e mantido em carteira'],
}

/** What Inter tells in place of codes. */
const INTER_400: Words = {
  '02': ['em_ser', 'Em aberto'],
  '06': ['liquidado', 'Pago'],
  '07': ['baixado', 'Baixado, cancelado'],
}

/** Santander tells what was paid in the registry by 17, and by 15 that a protest was asked for. */
const SANTANDER_400: Words = {
  '01': ['outro', 'Título não existe no banco'],
  '15': ['protesto_pedido', 'Protesto confirmado'],
  '16': ['outro', 'Título já baixado ou liquidado'],
  '17': ['liquidado_cartorio', 'Liquidado em cartório'],
  '21': ['em_cartorio', 'Enviado ao cartório'],
  '22': ['sustado', 'Retirado do cartório'],
  '24': ['tarifa', 'Custas de cartório'],
  '25': ['protestado', 'Protestado'],
  '26': ['sustado', 'Protesto sustado'],
}

const UNICRED_400: Words = {
  '01': ['liquidado_cartorio', 'Pago em cartório'],
  '02': ['registrado', 'Instrução confirmada'],
  '03': ['rejeitado', 'Instrução rejeitada'],
  '04': ['sustado', 'Sustado judicialmente'],
  '07': ['liquidado', 'Liquidação condicional'],
  '08': ['sustado', 'Sustado em definitivo'],
  '09': ['liquidado', 'Liquidação de título descontado'],
  '10': ['protesto_pedido', 'Protesto solicitado'],
  '11': ['em_cartorio', 'Em cartório'],
  '12': ['sustado', 'Sustação solicitada'],
}

/** Of 400 columns, where a bank's own table does not say otherwise. */
const COMMON_400: Words = {
  '07': ['liquidado_parcial', 'Liquidado em parte'],
  '08': ['liquidado', 'Liquidado pelo saldo'],
}

const SICOOB: Words = { '05': ['liquidado', 'Liquidado sem registro'] }

const OWN: Readonly<Record<string, Words>> = {
  '001-400': BANCO_DO_BRASIL,
  '033-400': SANTANDER_400,
  '041-400': BANRISUL_400,
  '070-400': { '05': ['liquidado', 'Liquidado sem registro'] },
  '077-400': INTER_400,
  '104-400': CAIXA_400,
  '136-400': UNICRED_400,
  '237-400': BRADESCO_400,
  '341-400': ITAU_400,
  '422-400': { '40': ['protestado', 'Baixado por ter sido protestado'] },
  '748-400': SICREDI_400,
  '756-400': SICOOB,
}

/** What a code of a bank means; an unknown one is `outro` and says so. */
export function occurrenceOf(banco: string, width: '240' | '400', code: string): { evento: Evento; texto: string } {
  if (code === '') return { evento: 'outro', texto: 'Sem código de ocorrência' }
  const key = code.padStart(2, '0')
  const shared = width === '400' ? (COMMON_400[key] ?? COMMON[key]) : COMMON[key]
  const found = OWN[`${banco}-${width}`]?.[key] ?? shared
  return found ? { evento: found[0], texto: found[1] } : { evento: 'outro', texto: `Ocorrência ${code}` }
}

/** Reasons of refusal that banks number alike in 240 columns (FEBRABAN, C047 A). */
const REASONS: Readonly<Record<string, string>> = {
  '01': 'Código do banco inválido',
  '02': 'Código do registro inválido',
  '03': 'Segmento inválido',
  '04': 'Movimento não permitido para a carteira',
  '05': 'Movimento inválido',
  '06': 'CPF ou CNPJ do beneficiário inválido',
  '07': 'Agência, conta ou dígito inválido',
  '08': 'Nosso número inválido',
  '09': 'Nosso número já usado',
  '10': 'Carteira inválida',
  '11': 'Forma de cadastramento inválida',
  '12': 'Tipo de documento inválido',
  '15': 'Cobrança incompatível',
  '16': 'Vencimento inválido',
  '17': 'Vencimento anterior à emissão',
  '18': 'Vencimento fora do prazo',
  '20': 'Valor inválido',
  '21': 'Espécie inválida',
  '22': 'Espécie não permitida para a carteira',
  '23': 'Aceite inválido',
  '24': 'Emissão inválida',
  '25': 'Emissão posterior à entrada',
  '26': 'Código de juros inválido',
  '27': 'Valor de juros inválido',
  '28': 'Código de desconto inválido',
  '29': 'Desconto maior ou igual ao valor',
  '30': 'Desconto não confere',
  '31': 'Desconto já concedido',
  '32': 'IOF inválido',
  '33': 'Abatimento inválido',
  '34': 'Abatimento maior ou igual ao valor',
  '36': 'Abatimento já concedido',
  '37': 'Código de protesto inválido',
  '38': 'Prazo de protesto inválido',
  '39': 'Protesto não permitido',
  '40': 'Título com protesto já pedido',
  '41': 'Sustação sem protesto pedido',
  '42': 'Código de devolução inválido',
  '43': 'Prazo de devolução inválido',
  '44': 'Moeda inválida',
  '45': 'Nome do pagador não informado',
  '46': 'CPF ou CNPJ do pagador inválido',
  '47': 'Endereço do pagador não informado',
  '48': 'CEP inválido',
  '49': 'CEP sem praça de cobrança',
  '51': 'CEP não é da UF',
  '52': 'UF inválida',
  '53': 'CPF ou CNPJ do avalista inválido',
  '54': 'Avalista não informado',
  '57': 'Código de multa inválido',
  '58': 'Data da multa inválida',
  '59': 'Valor da multa inválido',
  '60': 'Título não cadastrado',
  '63': 'Título já cadastrado',
  '86': 'Seu número inválido',
}

const REFUSALS: ReadonlySet<Evento> = new Set(['rejeitado', 'instrucao_rejeitada'])

/** The reasons that a field of codes of some columns each tells; blanks and zeros tell none. Their words are those of refusals in 240 columns. */
export function reasonsOf(field: string, size: number, width: '240' | '400', evento: Evento): readonly Motivo[] {
  const codes = Array.from({ length: Math.floor(field.length / size) }, (_, at) =>
    field.slice(at * size, at * size + size).trim(),
  )
  return codes
    .filter((one) => /[1-9A-Za-z]/.test(one))
    .map((codigo) => ({ codigo, texto: width === '240' && REFUSALS.has(evento) ? (REASONS[codigo] ?? '') : '' }))
}
