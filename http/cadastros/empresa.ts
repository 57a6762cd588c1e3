import { f } from '../platform/fields'
import { address, email, phone, taxId } from '../platform/kit'
import { resource } from '../platform/resource'
import { isGiven } from '../platform/secrets'
import { logoOf } from '../sis/logo/logo'
import { companyHooks } from '../sis/company-hooks'
import { certificateEnd, shownCertificate } from './empresa/certificado/certificado'
import { checkCompany } from './empresa/rules'

/** The companies of this installation; every document belongs to one. */
export const empresa = resource({
  name: 'empresa',
  paths: ['empresa', 'cadastros/empresa'],
  title: 'Empresa',
  right: 'empresa',
  logo: true,
  company: 'member',
  fields: {
    CNPJ_CPF: taxId().required(),
    xNome: f.text('Razão social', { max: 120 }).required(),
    xFant: f.text('Nome fantasia', { max: 120 }),
    IE: f.text('Inscrição estadual', { max: 20 }),
    st: f.integer('Situação', { min: 0, max: 9 }).default(0),
    CRT: f
      .integer('Regime tributário', { options: [1, 2, 3, 4], doc: '1 Simples, 2 Simples com excesso, 3 Normal, 4 MEI' })
      .default(1),
    ambiente: f.integer('Ambiente fiscal', { options: [1, 2], doc: '1 produção, 2 homologação' }).default(2),
    tpCert: f
      .integer('Tipo de certificado', { options: [0, 1], doc: '0 A1 (arquivo), 1 A3 (cartão ou token)' })
      .default(0),
    keyPass: f.sealed('Senha do certificado', { max: 200 }),
    bloqueio_venda: f
      .integer('Bloqueio de vendas', { options: [0, 1], doc: '1 bloqueia vendas a clientes com títulos vencidos' })
      .default(0),
    controla_estoque: f.boolean('Controla estoque').default(true),
    importa_outro_destinatario: f
      .boolean('Importa notas de outros destinatários', { doc: 'Só para demonstração e testes' })
      .default(false),
    exige_data_entrega: f.boolean('Exige data de entrega').default(false),
    gera_op_orcamento: f.integer('Gera ordem de produção do orçamento', { options: [0, 1, 2] }).default(0),
    ses_prumo: f
      .integer('Avisos por e-mail', {
        options: [0, 1],
        doc: '1 manda por e-mail, pelo servidor do Prumo, os avisos a clientes sem WhatsApp',
      })
      .default(0),
    integracao_li: f.json('Loja Integrada', { doc: '{ativo, sync_stock, gera_nfe}, lidos pelo conector da loja' }),
    whatsapp_instancia: f.text('Instância do WhatsApp', { max: 60, normalize: instanceName }),
    whatsapp_token: f.sealed('Chave da instância'),
    tray_url: f.text('Endereço da API da Tray', { max: 300 }),
    tray_token: f.sealed('Chave de acesso da Tray'),
    cor: f.text('Cor', { max: 20 }),
    fone: phone(),
    email: email(),
    ...address(),
  },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant'],
  unique: [['CNPJ_CPF'], ['whatsapp_instancia']],
  computed: {
    logo: logoOf('empresa'),
    certificado_ate: certificateEnd,
    whatsapp_token_definido: isGiven('empresa', 'whatsapp_token', 'Chave da instância informada'),
    tray_token_definido: isGiven('empresa', 'tray_token', 'Chave da Tray informada'),
  },
  hooks: {
    ...companyHooks,
    prepare: checkCompany,
    present: async (ctx, { id }) => ({ certificado: await shownCertificate(ctx, Number(id)) }),
  },
})

/** Two companies may not share an instance: it would speak for both. */
function instanceName(text: string) {
  return /^[A-Za-z0-9][\w-]*$/.test(text) ? { ok: text } : { error: 'Use letras, números, - e _.' }
}
