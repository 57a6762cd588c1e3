import { CoreError } from '../../errors'
import { readPlan } from '../../instalments/plan'
import { f } from '../field'
import { address, email, phone, pixKey, taxId } from '../kit'

/** What one thinks of a person or company, beside whether they are active. */
export const situation = () =>
  f.integer('Situação', { min: 0, max: 9, words: { 0: 'Normal', 1: 'Em observação', 2: 'Suspensa' } })

/** What every register of people and companies holds. */
export const person = () => ({
  CNPJ_CPF: taxId(),
  xNome: f.text('Nome', { max: 120 }).required(),
  xFant: f.text('Nome fantasia', { max: 120 }),
  IE: f.text('Inscrição estadual', { max: 20 }),
  st: situation().default(0),
  ativo: f.boolean('Ativo').default(true),
  fone: phone(),
  email: email(),
  ...address(),
})

/** A payment condition that can be read: what cannot would only show when somebody sells. */
export function condition(text: string) {
  try {
    readPlan(text)
    return { ok: text }
  } catch (error) {
    if (error instanceof CoreError) return { error: error.message }
    throw error
  }
}

/** What a customer is to the ICMS, as the NF-e numbers it (indIEDest). */
export const CONTRIBUTOR = {
  1: '1 · Contribuinte do ICMS',
  2: '2 · Isento de inscrição',
  9: '9 · Não contribuinte',
}

/** What the NF-e calls a customer who did not say it: who has a state registration is a contributor. */
export const contributorOf = (customer: { readonly indIEDest?: unknown; readonly IE?: unknown }): 1 | 2 | 9 => {
  const { indIEDest, IE } = customer
  if (indIEDest === 1 || indIEDest === 2 || indIEDest === 9) return indIEDest
  return typeof IE === 'string' && /\d/.test(IE) ? 1 : 9
}

function suframa(text: string) {
  return /^\d{8,9}$/.test(text) ? { ok: text } : { error: 'Informe os 8 ou 9 dígitos da inscrição na SUFRAMA.' }
}

export const clienteFields = {
  ...person(),
  indIEDest: f.option('Contribuinte do ICMS', CONTRIBUTOR, {
    doc: 'Vazio: quem tem inscrição estadual é contribuinte, quem não tem não é',
  }),
  ISUF: f.text('Inscrição na SUFRAMA', { max: 9, normalize: suframa }),
  prazo: f.text('Prazo de pagamento', { max: 60, normalize: condition, doc: 'Condição usual, por exemplo 30/60/90' }),
  identifica_consumidor: f.boolean('Identifica o consumidor').default(true),
  sem_endereco: f.boolean('Sem endereço').default(false),
  email_list: f.json('E-mails', { doc: 'Lista de textos' }),
  envia_nfe: f
    .boolean('Recebe as notas por e-mail', { doc: 'XML e DANFE, quando autorizadas, e o que vier depois delas' })
    .default(true),
  has_whatsapp: f.boolean('Tem WhatsApp').default(false),
  vendedor_id: f.ref('Vendedor', 'vendedor'),
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  categoria_id: f.ref('Categoria', 'cliente_categoria'),
  limite_credito: f.money('Limite de crédito', { min: 0 }),
  obs: f.notes('Observações', { max: 2000 }),
}

/** Who is paid, and where. */
export const fornecedorFields = {
  ...person(),
  pix_chave: pixKey('Chave Pix'),
  cBanco: f.text('Banco', { max: 3, normalize: bankCode, doc: 'Código de três dígitos' }),
  xAgencia: f.text('Agência', { max: 10, doc: 'Com o dígito, se houver' }),
  xConta: f.text('Conta bancária', { max: 20, doc: 'Com o dígito' }),
}

function bankCode(text: string) {
  return /^\d{3}$/.test(text) ? { ok: text } : { error: 'Informe os três dígitos do banco.' }
}

export const transportadoraFields = { ...person(), xEnder: f.text('Endereço', { max: 160 }) }

export const vendedorFields = {
  ...person(),
  pComissao: f.percent('Comissão (%)', 4, { min: 0, max: 100 }).default(0),
  user_id: f.ref('Usuário', 'user'),
}

export const clienteEnderecoFields = {
  cliente_id: f.ref('Cliente', 'cliente').required(),
  padrao: f.boolean('Padrão').default(false),
  ...address(),
}
