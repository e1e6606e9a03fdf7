import { failure } from '#domain/texts/toast.ts'

export const supportPageTexts = {
  head: {
    title: 'Contact Us | Townbell',
    description: 'Write to the people behind Townbell: support hours, office address, and a form that reaches us.',
    keywords: ['contact', 'support', 'help'],
  },
  lead: 'Questions, problems, upgrades, ideas: write to us. A person reads every message.',
  formTitle: 'Send us a message',
  send: 'Send Message',
  sending: 'Sending...',
  office: 'Office',
  hours: 'Support hours',
  quickLinks: 'Quick links',
  howItWorks: 'How it works',
  sent: { title: 'Message Sent!', body: "Thank you for your message. We'll get back to you soon!" },
  failed: failure('Failed to send message'),
  email: 'Email',
} as const
