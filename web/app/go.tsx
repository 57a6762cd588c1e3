import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { go as goTo } from './navigation'

interface GoProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly title?: string
  /** Said in place of the content. */
  readonly label?: string
  readonly current?: boolean
  readonly onGo?: () => void
  /** How it goes there, where that is not to another section: `follow` comes back on Esc. */
  readonly go?: (path: string) => void
}

/** A link within the product: it stays in the page, unless it is asked to open elsewhere. */
export function Go({ to, children, className, title, label, current = false, onGo, go = goTo }: GoProps): ReactElement {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
    onGo?.()
  }
  return (
    <a
      href={to}
      className={className}
      title={title}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
