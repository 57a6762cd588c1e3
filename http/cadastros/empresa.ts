import { empresaFields } from '../../core/fields/cadastros/empresa'
import { sql } from 'drizzle-orm'
import { resource } from '../platform/resource'
import { isGiven } from '../platform/secrets'
import { withWeek } from '../sis/janela/janela-horario'
import { logoOf } from '../sis/logo/logo'
import { assertRegistration } from './pessoas'
import { companyHooks } from '../sis/company-hooks'
import { certificateEnd, shownCertificate, WARN_DAYS } from './empresa/certificado/certificado'
import { checkCompany } from './empresa/rules'

/** The companies of this installation; every document belongs to one. Each has the hours in which it is open. */
export const empresa = resource(
  withWeek({
    name: 'empresa',
    paths: ['empresa', 'cadastros/empresa'],
    title: 'Empresa',
    right: 'empresa',
    logo: true,
    company: 'member',
    fields: empresaFields,
    search: ['xNome', 'xFant', 'CNPJ_CPF'],
    display: ['xNome', 'xFant'],
    unique: [['CNPJ_CPF'], ['whatsapp_instancia']],
    computed: {
      logo: logoOf('empresa'),
      certificado_ate: certificateEnd,
      whatsapp_token_definido: isGiven('empresa', 'whatsapp_token', 'Chave da instância informada'),
      smtp_senha_definida: isGiven('empresa', 'smtp_senha', 'Senha do servidor de e-mail informada'),
      tray_token_definido: isGiven('empresa', 'tray_token', 'Chave da Tray informada'),
      gs1_client_secret_definido: isGiven('empresa', 'gs1_client_secret', 'Client secret da GS1 informado'),
      gs1_senha_definida: isGiven('empresa', 'gs1_senha', 'Senha da GS1 informada'),
      checkout_token_definido: isGiven('empresa', 'checkout_token', 'Chave do serviço de pagamento informada'),
      checkout_segredo_definido: isGiven('empresa', 'checkout_segredo', 'Segredo dos avisos de pagamento informado'),
    },
    custom: {
      /** Its certificate ends within 30 days, or has ended. */
      certificado_vence: (_value, ctx) =>
        sql`exists (select 1 from empresa_certificado c where c.empresa_id = t.id and c."dhFim" <= ${ctx.clock.now()}::timestamptz + ${WARN_DAYS} * interval '1 day')`,
    },
    hooks: {
      ...companyHooks,
      typed: assertRegistration,
      prepare: checkCompany,
      present: async (ctx, { id }) => ({ certificado: await shownCertificate(ctx, Number(id)) }),
    },
  }),
)
