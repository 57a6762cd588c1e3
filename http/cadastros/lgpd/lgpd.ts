import { f } from '../../platform/fields'
import { resource } from '../../platform/resource'

/** What was done with a person's data at their request: exports and anonymisations, by whom and when. Never what the data were. */
export const lgpd = resource({
  name: 'lgpd',
  paths: ['cadastros/lgpd'],
  title: 'Atendimento LGPD',
  right: 'lgpd',
  readOnly: true,
  company: 'none',
  fields: {
    recurso: f.text('Cadastro', { max: 60 }).required(),
    registro_id: f.integer('Registro').required(),
    acao: f.choice('Ação', ['exporta', 'anonimiza']).required(),
    motivo: f.text('Motivo', { max: 500 }),
    guarda_ate: f.date('Guarda fiscal até', {
      doc: 'Primeiro dia em que os documentos da pessoa já não precisam dizer quem ela era',
    }),
    expurgado: f.boolean('Documentos expurgados').default(false),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['recurso', 'motivo'],
  display: ['recurso', 'registro_id', 'acao'],
  indexes: [['recurso', 'registro_id']],
})
