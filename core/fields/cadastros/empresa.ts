import { f } from '../field'
import { address, email, phone, pixKey, taxId } from '../kit'
import { substituteText } from '../nfe/substitute'
import { AT_FINISH, MADE_FOR, SUPPLIES_LEAVE } from '../producao/ordem-producao'
import { situation } from './pessoas'

/** Tax regimes of a company, as the NF-e numbers them (CRT). */
export const CRT = {
  1: '1 · Simples Nacional',
  2: '2 · Simples, excesso de receita',
  3: '3 · Regime normal',
  4: '4 · MEI',
}

/** The company asks, as a quote is closed, whether its goods are ordered from production (C1-058). */
export const PRODUCTION_ASKED = 2

export const empresaFields = {
  CNPJ_CPF: taxId(),
  xNome: f.text('Razão social', { max: 120 }).required(),
  xFant: f.text('Nome fantasia', { max: 120 }),
  IE: f.text('Inscrição estadual', { max: 20 }),
  IEST: f.text('Inscrições de substituto tributário', {
    max: 600,
    normalize: substituteText,
    doc: 'Em outros estados, por exemplo: BA 123456789, RJ 98765432. Onde a empresa tem uma, os tributos da nota não vão por guia',
  }),
  st: situation().default(0),
  CRT: f.option('Regime tributário', CRT).default(1),
  CNAE: f.text('CNAE principal', { max: 9, normalize: cnae }),
  IM: f.text('Inscrição municipal', { max: 15 }),
  autXML: taxId('CNPJ ou CPF da contabilidade', 'Quem pode baixar o XML das notas, além do destinatário'),
  contador_email: email('E-mail da contabilidade'),
  envia_contador: f
    .boolean('Envia os documentos à contabilidade', {
      doc: 'No dia 1º: um link por modelo, para o ZIP com os XML do mês e a lista de todos os números',
    })
    .default(false),
  ambiente: f.option('Ambiente fiscal', { 1: 'Produção', 2: 'Homologação' }).default(2),
  busca_notas: f
    .boolean('Busca as notas recebidas sozinha', { doc: 'Na SEFAZ, com o certificado, a cada hora' })
    .default(false),
  busca_mdfe: f
    .boolean('Busca os MDF-e recebidos sozinha', {
      doc: 'Os de outros emitentes que nomeiam a empresa; na SEFAZ, com o certificado, a cada hora',
    })
    .default(false),
  manifesta_notas: f
    .boolean('Manifesta as notas buscadas', {
      doc: 'Ciência do que chega por resumo, para que venha o XML; confirmação quando a entrada é finalizada',
    })
    .default(true),
  importa_notas: f
    .boolean('Importa as notas buscadas', { doc: 'Gera a entrada em aberto das que só têm mercadorias conhecidas' })
    .default(false),
  cancela_nfe_horas: f.integer('Prazo para cancelar NF-e (horas)', {
    min: 1,
    max: 1_440,
    doc: 'Depois da autorização; vazio: o prazo do estado',
  }),
  cancela_nfce_minutos: f.integer('Prazo para cancelar NFC-e (minutos)', {
    min: 1,
    max: 1_440,
    doc: 'Depois da autorização; vazio: 30 minutos',
  }),
  contingencia_automatica: f
    .boolean('Liga a contingência sozinha', {
      doc: 'Quando a SEFAZ falha três vezes em cinco minutos; desliga-se sozinha quando ela volta',
    })
    .default(false),
  tpCert: f.option('Tipo de certificado', { 0: 'A1 · arquivo', 1: 'A3 · cartão ou token' }).default(0),
  keyPass: f.sealed('Senha do certificado', { max: 200 }),
  bloqueio_venda: f.flag('Bloqueia vendas a clientes com títulos vencidos').default(0),
  controla_estoque: f.boolean('Controla estoque').default(true),
  importa_outro_destinatario: f
    .boolean('Importa notas de outros destinatários', { doc: 'Só para demonstração e testes' })
    .default(false),
  exige_data_entrega: f.boolean('Exige data de entrega').default(false),
  gera_op_orcamento: f
    .option('Ordem de produção do orçamento', {
      0: 'Não gera',
      1: 'Gera ao fechar',
      [PRODUCTION_ASKED]: 'Pergunta ao fechar',
    })
    .default(0),
  tpBaixaOpPadrao: f.option('Insumos da produção saem', SUPPLIES_LEAVE).default(AT_FINISH),
  tipoOpPadrao: f.option('Ordens de produção são', MADE_FOR).default(0),
  centro_custo_garantia_id: f.ref('Centro de custo da garantia', 'centro_custo', {
    doc: 'Do que ordens de serviço fazem em garantia',
  }),
  aviso_os: f.notes('Aviso de serviço finalizado', {
    max: 1000,
    doc: 'O que o cliente lê; {cliente}, {numero}, {equipamento}, {total}, {empresa} e {link} são os da ordem',
  }),
  ses_prumo: f
    .flag('Avisa por e-mail os clientes sem WhatsApp', { doc: 'Pelo servidor de e-mail do Prumo' })
    .default(0),
  smtp_url: f.text('Servidor de e-mail', {
    max: 300,
    doc: 'smtps://usuario@servidor:465?from=notas@empresa.com.br; vazio, o do Prumo',
  }),
  smtp_senha: f.sealed('Senha do servidor de e-mail'),
  CNPJ_intermed: taxId('CNPJ do marketplace', 'Onde a empresa vende, se a venda não diz outro'),
  idCadIntTran: f.text('Cadastro no marketplace', { max: 60, doc: 'Vendedor ou perfil da empresa nele' }),
  integracao_li: f.json('Loja Integrada', { doc: '{ativo, sync_stock, gera_nfe}, lidos pelo conector da loja' }),
  whatsapp_instancia: f.text('Instância do WhatsApp', { max: 60, normalize: instanceName }),
  whatsapp_token: f.sealed('Chave da instância'),
  tray_url: f.text('Endereço da API da Tray', { max: 300 }),
  tray_token: f.sealed('Chave de acesso da Tray'),
  checkout_url: f.text('Endereço do serviço de pagamento', { max: 300 }),
  checkout_token: f.sealed('Chave do serviço de pagamento'),
  checkout_segredo: f.sealed('Segredo dos avisos de pagamento'),
  gs1_url: f.text('Endereço da API da GS1', { max: 300, doc: 'Vazio: https://api.gs1br.org' }),
  gs1_client_id: f.text('Client ID da GS1', { max: 100 }),
  gs1_client_secret: f.sealed('Client secret da GS1'),
  gs1_usuario: f.text('Usuário da GS1', { max: 200 }),
  gs1_senha: f.sealed('Senha da GS1'),
  gs1_cad: f.text('CAD na GS1', { max: 20, doc: 'Código da empresa associada' }),
  gs1_prefixo: f.text('Prefixo GS1 da empresa', {
    max: 11,
    doc: 'De 7 a 11 dígitos: sem a API, os GTINs são numerados por ele',
    normalize: (text) =>
      /^\d{7,11}$/.test(text.trim()) ? { ok: text.trim() } : { error: 'Informe de 7 a 11 dígitos.' },
  }),
  pix_chave: pixKey('Chave Pix', 'Para onde vai o que se paga pelo código das parcelas'),
  pMulta: f.percent('Multa por atraso (%)', 2, {
    min: 0,
    max: 100,
    doc: 'Uma vez, do que está em aberto; a de cada conta vale antes',
  }),
  pJuros: f.percent('Juros por atraso (% ao mês)', 4, {
    min: 0,
    max: 100,
    doc: 'Simples, por dia: um trinta avos do mês',
  }),
  pCashback: f.percent('Cashback (%)', 2, {
    min: 0,
    max: 100,
    doc: 'Do que o cliente paga de cada venda; vazio: não há',
  }),
  qDiasCashback: f.integer('Cashback vale por (dias)', { min: 1, max: 3_650, doc: 'Vazio: sem prazo' }),
  vMinCashback: f.money('Cashback a partir de', { min: 0, doc: 'O menor total de uma venda que gera cashback' }),
  cor: f.text('Cor', { max: 20 }),
  fone: phone(),
  email: email(),
  ...address(),
}

/** `4711-3/02` and `4711302` are the same activity. */
function cnae(text: string) {
  const digits = text.replaceAll(/[-/.]/g, '')
  return /^\d{7}$/.test(digits) ? { ok: digits } : { error: 'Informe os 7 dígitos do CNAE.' }
}

/** Two companies may not share an instance: it would speak for both. */
function instanceName(text: string) {
  return /^[A-Za-z0-9][\w-]*$/.test(text) ? { ok: text } : { error: 'Use letras, números, - e _.' }
}

/** What a company shows beside its columns. */
export const empresaComputed = { certificado_ate: f.date('Certificado até').computed() }
