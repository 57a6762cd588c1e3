import { COMANDOS, ESPECIES } from '../../banking/cnab/titulo'
import { EVENTOS } from '../../banking/cnab/retorno'
import { f } from '../field'
import { empresaId } from '../kit'
import { entregaFields } from './transmissao'

/** Collection by boleto (document 3, sections 2 and 7): what was agreed with the bank, boletos, files to the bank and back. */

export const CNAB_LAYOUTS = { CNAB400: 'CNAB 400', CNAB240: 'CNAB 240' } as const

/** Digits, with an X among them where a bank writes one. */
const digits = (label: string, max: number, doc?: string) =>
  f.text(label, {
    max,
    format: 'code',
    ...(doc === undefined ? {} : { doc }),
    normalize: (text) => {
      const bare = text.replaceAll(/[\s./-]/g, '').toUpperCase()
      return /^[\dXP]+$/.test(bare) ? { ok: bare } : { error: `${label}: informe só os dígitos.` }
    },
  })

/** What the collection of an account is agreed on with its bank (N3-008). */
export const bancoCnabFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'Onde o banco credita; o código do banco é o dela' }).required(),
  descricao: f.text('Descrição', { max: 60 }).required(),
  layout: f.choice('Layout', CNAB_LAYOUTS).default('CNAB400'),
  especieDoc: f.choice('Espécie do documento', ESPECIES).default('DM'),
  aceite: f.choice('Aceite', { N: 'Não', S: 'Sim' }).default('N'),
  agencia: digits('Agência', 6).required(),
  agencia_dv: digits('Dígito da agência', 1),
  conta: digits('Conta', 12).required(),
  conta_dv: digits('Dígito da conta', 2),
  convenio: digits('Convênio', 20, 'O número do convênio, ou o código do beneficiário ou do cedente'),
  carteira: digits('Carteira', 3),
  variacao: digits('Variação', 3, 'Variação da carteira no Banco do Brasil, modalidade no Sicoob'),
  posto: digits('Posto', 2, 'No Sicredi'),
  codigo_transmissao: digits('Código de transmissão', 20, 'No Santander; no Bradesco, o código da empresa'),
  nosso_numero_proximo: digits('Próximo nosso número', 17, 'Sem o dígito; segue sozinho daí em diante').default('1'),
  nosso_numero_fim: digits('Último nosso número', 17, 'Onde o banco deu uma faixa'),
  sequencia: f
    .integer('Última remessa', { min: 0, max: 9_999_999, doc: 'O número do último arquivo enviado' })
    .default(0),
  pMulta: f.percent('Multa (%)', 2, {
    min: 0,
    max: 100,
    doc: 'Onde a conta a receber não diz outra; vazia: a da empresa',
  }),
  pJuros: f.percent('Juros (% ao mês)', 4, {
    min: 0,
    max: 100,
    doc: 'Onde a conta a receber não diz outros; vazios: os da empresa',
  }),
  pDesconto: f.percent('Desconto (%)', 2, { min: 0, max: 100, doc: 'De quem paga até o dia dito ao lado' }),
  diasDesconto: f
    .integer('Dias antes do vencimento', { min: 0, max: 60, doc: 'Até quando vale o desconto' })
    .default(0),
  protesto_dias: f.integer('Protestar após (dias)', { min: 1, max: 99 }),
  devolucao_dias: f.integer('Baixar após (dias)', { min: 1, max: 999 }),
  instrucao_1: f.text('Instrução 1', { max: 80 }),
  instrucao_2: f.text('Instrução 2', { max: 80 }),
  instrucao_3: f.text('Instrução 3', { max: 80 }),
  pago_liquido: f
    .boolean('O retorno traz o valor já sem a tarifa', { doc: 'Onde o banco desconta a tarifa do valor pago' })
    .default(false),
  ativo: f.boolean('Ativa').default(true),
}

/** What the bank has of a boleto. */
export const BOLETO = {
  A_REGISTRAR: 0,
  EM_REMESSA: 1,
  REGISTRADO: 2,
  REJEITADO: 3,
  LIQUIDADO: 4,
  BAIXADO: 5,
  EM_CARTORIO: 6,
  PROTESTADO: 7,
  CANCELADO: 9,
} as const

export const BOLETO_STATES = {
  [BOLETO.A_REGISTRAR]: 'A registrar',
  [BOLETO.EM_REMESSA]: 'Em remessa',
  [BOLETO.REGISTRADO]: 'Registrado',
  [BOLETO.REJEITADO]: 'Rejeitado',
  [BOLETO.LIQUIDADO]: 'Liquidado',
  [BOLETO.BAIXADO]: 'Baixado no banco',
  [BOLETO.EM_CARTORIO]: 'Em cartório',
  [BOLETO.PROTESTADO]: 'Protestado',
  [BOLETO.CANCELADO]: 'Cancelado',
}

/** A boleto that the bank does not have: it may still change, and nobody has to be told. */
export const WITH_US: readonly number[] = [BOLETO.A_REGISTRAR, BOLETO.REJEITADO]

/** One that the bank collects, or will. */
export const AT_BANK: readonly number[] = [BOLETO.EM_REMESSA, BOLETO.REGISTRADO, BOLETO.EM_CARTORIO]

export const LIVE_BOLETO: readonly number[] = [...WITH_US, ...AT_BANK]

/** A boleto of a receivable: what was printed and registered, whatever the receivable becomes. */
export const boletoFields = {
  empresa_id: empresaId(),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber').required(),
  banco_cnab_id: f.ref('Cobrança', 'banco_cnab', { doc: 'Vazia: a da forma de pagamento, ou a única da empresa' }),
  banco_id: f.ref('Conta caixa', 'banco').computed(),
  cliente_id: f.ref('Cliente', 'cliente').computed(),
  serie: f.text('Série', { max: 60, format: 'code', doc: 'Banco, agência, conta, convênio e carteira' }).computed(),
  nosso_numero: f.text('Nosso número', { max: 20, format: 'code' }).computed(),
  nosso_numero_dv: f.text('Dígito', { max: 2, format: 'code' }).computed(),
  nosso_numero_impresso: f.text('Nosso número impresso', { max: 30, format: 'code' }).computed(),
  chave: f.text('Número para busca', { max: 20, format: 'code', doc: 'Sem os zeros à esquerda' }).computed(),
  seu_numero: f.text('Número do documento', { max: 10, format: 'code' }).computed(),
  valor: f.money('Valor').default(0).computed().summed(),
  dEmissao: f.date('Emissão').computed(),
  dVencimento: f.date('Vencimento').computed(),
  pMulta: f.percent('Multa (%)', 2).computed(),
  pJuros: f.percent('Juros (% ao mês)', 4).computed(),
  pDesconto: f.percent('Desconto (%)', 2).computed(),
  dDesconto: f.date('Desconto até').computed(),
  codigo_barras: f.text('Código de barras', { max: 44, format: 'code' }).computed(),
  linha_digitavel: f.text('Linha digitável', { max: 47, format: 'code' }).computed(),
  pix: f.text('Pix copia e cola', { max: 500, doc: 'O que o banco deu no retorno' }).computed(),
  situacao: f.option('Situação', BOLETO_STATES).default(BOLETO.A_REGISTRAR).computed(),
  motivo: f.text('O que o banco disse', { max: 300 }).computed(),
  dOcorrencia: f.date('Última ocorrência').computed(),
  remessa_id: f.ref('Remessa', 'remessa').computed(),
}

/** What a bank is told of a boleto that it has. */
export const { entrada: _entry, ...INSTRUCTIONS } = COMANDOS

export const INSTRUCTION = { PENDENTE: 0, ENVIADA: 1, CONFIRMADA: 2, REJEITADA: 3, CANCELADA: 9 } as const

const INSTRUCTION_STATES = {
  [INSTRUCTION.PENDENTE]: 'A enviar',
  [INSTRUCTION.ENVIADA]: 'Enviada',
  [INSTRUCTION.CONFIRMADA]: 'Confirmada',
  [INSTRUCTION.REJEITADA]: 'Rejeitada',
  [INSTRUCTION.CANCELADA]: 'Cancelada',
}

export const boletoInstrucaoFields = {
  empresa_id: empresaId(),
  boleto_id: f.ref('Boleto', 'boleto').required(),
  comando: f.choice('Instrução', INSTRUCTIONS).required(),
  valor: f.money('Valor', { min: 0, doc: 'Do abatimento ou do desconto' }),
  dVencimento: f.date('Novo vencimento'),
  situacao: f.option('Situação', INSTRUCTION_STATES).default(INSTRUCTION.PENDENTE).computed(),
  remessa_id: f.ref('Remessa', 'remessa').computed(),
  motivo: f.text('O que o banco disse', { max: 300 }).computed(),
}

export const REMESSA_STATES = { 4: 'Gerada', 5: 'Descartada' } as const

/** A file of boletos that goes to the bank (N3-025). */
export const remessaFields = {
  empresa_id: empresaId(),
  banco_cnab_id: f.ref('Cobrança', 'banco_cnab', { doc: 'Vazia: a da conta caixa' }),
  banco_id: f.ref('Conta caixa', 'banco'),
  layout: f.choice('Layout', CNAB_LAYOUTS).computed(),
  sequencia: f.integer('Número', { min: 1 }).computed(),
  arquivo: f.text('Arquivo', { max: 60 }).computed(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code' }).computed(),
  data: f.date('Data').computed(),
  qTitulos: f.integer('Boletos', { min: 0 }).default(0).computed(),
  vTotal: f.money('Valor').default(0).computed().summed(),
  dhDescarte: f.datetime('Descartada em').computed(),
  xMotivo: f.text('Por que foi descartada', { max: 300 }).computed(),
  ...entregaFields,
  status: f.generated('Situação', `case when "dhDescarte" is null then 4 else 5 end`, { words: REMESSA_STATES }),
  user_id: f.author('Gerada por'),
}

/** What a new file takes: boletos, or all that wait. */
export const remessaBeside = {
  boleto_arr: f.json('Boletos', { listOf: 'boleto', doc: 'Vazio: todos os que esperam' }),
}

/** What is asked before a file is discarded. */
export const descarteFields = {
  naoEnviada: f.boolean('Este arquivo não foi enviado ao banco').default(false),
  xMotivo: f.text('Por que é descartada', { max: 300 }).required(),
}

export const remessaConteudoFields = {
  empresa_id: empresaId(),
  remessa_id: f.ref('Remessa', 'remessa').required(),
  conteudo: f.text('Conteúdo', { max: 70_000_000, large: true, doc: 'Em base64' }).required(),
}

export const remessaTituloFields = {
  empresa_id: empresaId(),
  remessa_id: f.ref('Remessa', 'remessa').required(),
  boleto_id: f.ref('Boleto', 'boleto').required(),
  instrucao_id: f.ref('Instrução', 'boleto_instrucao'),
  comando: f.choice('Comando', COMANDOS).required(),
  valor: f.money('Valor').default(0),
  dVencimento: f.date('Vencimento'),
}

export const remessaTituloComputed = { xNome: f.text('Cliente').computed() }

export const RETORNO_STATES = { 1: 'A baixar', 2: 'Com diferenças', 4: 'Baixado' } as const

/** A file of the bank: what became of boletos (N3-026). */
export const retornoFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').computed(),
  banco_cnab_id: f.ref('Cobrança', 'banco_cnab').computed(),
  codigo: f.text('Banco', { max: 3, format: 'code' }).computed(),
  layout: f.choice('Layout', { cnab400: 'CNAB 400', cnab240: 'CNAB 240', febraban150: 'FEBRABAN 150' }).computed(),
  sequencia: f.integer('Número do arquivo').computed(),
  data: f.date('Data do arquivo').computed(),
  arquivo: f.text('Arquivo', { max: 200 }).computed(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code', doc: 'Pelo qual o mesmo arquivo é conhecido' }).computed(),
  qLinhas: f.integer('Ocorrências', { min: 0 }).default(0).computed(),
  qBaixar: f.integer('A baixar', { min: 0 }).default(0).computed(),
  qSemBoleto: f.integer('Sem boleto', { min: 0 }).default(0).computed(),
  qBaixadas: f.integer('Baixadas', { min: 0 }).default(0).computed(),
  vPago: f.money('Pago').default(0).computed().summed(),
  vTarifa: f.money('Tarifas').default(0).computed().summed(),
  avisos: f.json('Avisos', { large: true }).computed(),
  desconhecidas: f.json('Registros desconhecidos', { large: true, doc: 'Como vieram: {line, text}' }).computed(),
  status: f.generated('Situação', `case when "qSemBoleto" > 0 then 2 when "qBaixar" > 0 then 1 else 4 end`, {
    words: RETORNO_STATES,
  }),
  user_id: f.author('Carregado por'),
}

export const retornoConteudoFields = {
  empresa_id: empresaId(),
  retorno_id: f.ref('Retorno', 'retorno').required(),
  conteudo: f.text('Conteúdo', { max: 28_000_000, large: true, doc: 'Em base64' }).required(),
}

/** Of which boleto a line is, where nothing proposes it. */
export const vinculaFields = { boleto_id: f.ref('Boleto', 'boleto').required() }

/** What became of a line of a retorno. */
export const LINE = { A_BAIXAR: 1, SEM_BOLETO: 2, BAIXADA: 4, INFORMADA: 5, REPETIDA: 6, IGNORADA: 9 } as const

const LINE_STATES = {
  [LINE.A_BAIXAR]: 'A baixar',
  [LINE.SEM_BOLETO]: 'Sem boleto',
  [LINE.BAIXADA]: 'Baixada',
  [LINE.INFORMADA]: 'Informada',
  [LINE.REPETIDA]: 'Repetida',
  [LINE.IGNORADA]: 'Não é nossa',
}

export const retornoBoletoFields = {
  empresa_id: empresaId(),
  retorno_id: f.ref('Retorno', 'retorno').required(),
  banco_id: f.ref('Conta caixa', 'banco'),
  boleto_id: f.ref('Boleto', 'boleto'),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber'),
  linha: f.integer('Linha', { min: 1 }).required(),
  codigo: f.text('Código', { max: 4, format: 'code' }),
  texto: f.text('Ocorrência', { max: 120 }),
  evento: f.choice('Evento', EVENTOS).required(),
  motivos: f.text('Motivos', { max: 300 }),
  nosso_numero: f.text('Nosso número', { max: 25, format: 'code' }),
  seu_numero: f.text('Número do documento', { max: 25, format: 'code' }),
  uso_empresa: f.text('Uso da empresa', { max: 25, format: 'code' }),
  xPagador: f.text('Pagador', { max: 60 }),
  dOcorrencia: f.date('Ocorrência em'),
  dVencimento: f.date('Vencimento'),
  dCredito: f.date('Crédito'),
  valor: f.money('Valor do título').default(0),
  vPago: f.money('Pago', { doc: 'O que o pagador pagou, antes da tarifa' }).default(0).summed(),
  vJuros: f.money('Juros').default(0),
  vMulta: f.money('Multa').default(0),
  vDesc: f.money('Desconto', { doc: 'Com o abatimento' }).default(0),
  vTarifa: f.money('Tarifa', { doc: 'Com as outras despesas' }).default(0).summed(),
  pix: f.text('Pix copia e cola', { max: 500 }),
  chave: f.text('Evento conhecido por', { max: 120, format: 'code' }),
  situacao: f.option('Situação', LINE_STATES).default(LINE.INFORMADA),
  motivo: f.text('Por quê', { max: 300 }),
  lancamento_id: f.ref('Lançamento', 'lancamento'),
}
