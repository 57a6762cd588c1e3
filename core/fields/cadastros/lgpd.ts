import { f } from '../field'

export const lgpdFields = {
  recurso: f.text('Cadastro', { max: 60, format: 'recurso' }).required(),
  registro_id: f.integer('Registro').required(),
  acao: f.choice('O quê', { exporta: 'Exportou', anonimiza: 'Anonimizou' }).required(),
  motivo: f.text('Motivo', { max: 500 }),
  guarda_ate: f.date('Documentos guardados até', {
    doc: 'Primeiro dia em que os documentos da pessoa já não precisam dizer quem ela era',
  }),
  expurgado: f.boolean('Documentos expurgados').default(false),
  user_id: f.ref('Usuário', 'user'),
}
