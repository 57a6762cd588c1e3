import { createRoot } from 'react-dom/client'
import { App } from './app/app'

const host = document.getElementById('app')
if (host !== null) createRoot(host).render(<App />)
