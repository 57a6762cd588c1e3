import type { ReactElement } from 'react'
import { textOf, type Values } from '../../ui/row'

/** A mail as its reader sees it, in a page that can do nothing. */
export const Message = ({ of }: { readonly of: Values }): ReactElement =>
  textOf(of.html) === '' ? (
    <p className="empty">O texto deste e-mail não é guardado: ele levava um link que só quem o recebeu pode abrir.</p>
  ) : (
    <iframe
      className="report-page"
      title={textOf(of.assunto)}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={textOf(of.html)}
    />
  )
