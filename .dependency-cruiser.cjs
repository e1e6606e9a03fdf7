// The arrows of ARCHITECTURE.md. Each rule says what to do instead.
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from: { path: from }, to: { path: to } })

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third: name it and let both import it.',
      from: {},
      to: { circular: true },
    },
    rule(
      'domain-knows-nobody',
      '^domain/',
      '^(runtime|database|messages|server|worker|web|bin|testing|tests|scripts|bench)/',
      'Rules are pure. Pass in what they need as an argument.',
    ),
    rule(
      'runtime-knows-domain',
      '^runtime/',
      '^(database|messages|server|worker|web|bin|testing|tests|scripts|bench)/',
      'A process starts before these exist. Move the part that needs them to bin/.',
    ),
    rule(
      'database-knows-below',
      '^database/',
      '^(messages|server|worker|web|bin|testing|tests|scripts|bench)/',
      'PostgreSQL is told what to do by server and worker, not the other way round.',
    ),
    rule(
      'messages-know-below',
      '^messages/',
      '^(database|server|worker|web|bin|testing|tests|scripts|bench)/',
      'Messages are asked to render and send. What they need of a row, the caller passes in. Only the catcher writes rows.',
    ),
    rule(
      'server-not-worker',
      '^server/',
      '^(worker|web|bin|testing|tests|scripts|bench)/',
      'Server and worker meet in the database: add a job in the same transaction.',
    ),
    rule(
      'worker-not-server',
      '^worker/',
      '^(server|web|bin|testing|tests|scripts|bench)/',
      'Server and worker meet in the database. What both need belongs to messages, database or domain.',
    ),
    rule(
      'web-knows-domain-and-http',
      '^web/',
      '^(runtime|database|messages|server|worker|bin|testing|tests|scripts|bench)/',
      'The web app reaches data over HTTP only: use web/api.',
    ),
    rule('bin-not-tests', '^bin/', '^(testing|tests|scripts|bench|web)/', 'Commands ship; tests do not.'),
    {
      name: 'surfaces-apart',
      severity: 'error',
      comment: 'Surfaces share http, public-cache, captcha and inbound-texts. Move what both need to one of these.',
      from: { path: '^server/(auth|rest|functions|feeds|webhooks|site|metrics)/' },
      to: { path: '^server/(auth|rest|functions|feeds|webhooks|site|metrics|data-api)/', pathNot: '^server/$1/' },
    },
    rule(
      'operator-above',
      '^server/(auth|rest|functions|feeds|webhooks|site|metrics|data-api|http|public-cache|captcha|inbound-texts|streams)/',
      '^server/operator/',
      "The operator's surface stands above the others: move what both need to one of these.",
    ),
    {
      name: 'shared-below-surfaces',
      severity: 'error',
      comment: 'What surfaces share stands below them: let the surface pass in what is needed.',
      from: { path: '^server/(http|public-cache|captcha|inbound-texts)/' },
      to: { path: '^server/(auth|rest|functions|feeds|webhooks|site|metrics|data-api)/' },
    },
    {
      name: 'http-below-public-cache',
      severity: 'error',
      comment: 'server/http is what every request needs: let the caller pass in what is needed.',
      from: { path: '^server/http/' },
      to: { path: '^server/(public-cache|captcha|inbound-texts)/' },
    },
    {
      name: 'rest-knows-no-server',
      severity: 'error',
      comment: 'The data API could be mounted over any database: server/data-api gives it requests and identities.',
      from: { path: '^server/rest/' },
      to: { path: '^server/', pathNot: '^server/rest/' },
    },
    {
      name: 'rest-knows-no-product',
      severity: 'error',
      comment:
        'The data API could be mounted over any database: of ours it may only know errors, the scope and the CSV reader.',
      from: { path: '^server/rest/' },
      to: {
        path: '^(domain|runtime|database|messages)/',
        pathNot: '^(domain/errors|domain/csv|database/errors|database/scope)\\.ts$',
      },
    },
    ...[
      // Rooms of one subject share its room: what an event, a calendar or an account is, and how it is read and written.
      [
        '(event-form|event-day|event-move|event-import|many-events|notices|mail-design)',
        'events|event-move|notices|mail-design',
      ],
      ['(calendar-frame|my-calendars|settings)', 'calendars'],
      ['(sign-in)', 'account'],
      [
        '(?!event-form|event-day|event-move|event-import|many-events|notices|mail-design|calendar-frame|my-calendars|settings|sign-in)([^/]+)',
        '',
      ],
    ].map(([room, shared], index) => ({
      name: `features-apart-${index + 1}`,
      severity: 'error',
      comment:
        'Features meet in a route. Only calendar-view, captcha, linked, proof and the room of the same subject are shared. Move what both need to ui or api, or compose them in the route.',
      from: { path: `^web/features/${room}/` },
      to: {
        path: '^web/features/',
        pathNot: `^web/features/($1|calendar-view|captcha|linked|proof${shared && `|${shared}`})/`,
      },
    })),
    rule(
      'features-not-routes',
      '^web/features/',
      '^web/routes/',
      'A route composes features; pass in what the feature needs.',
    ),
    rule(
      'api-below-features',
      '^web/api/',
      '^web/(features|routes)/',
      'The clients stand below: pass in what they need.',
    ),
    rule(
      'ui-knows-no-product',
      '^web/ui/',
      '^(domain/|web/(features|routes|api)/)',
      'The kit could ship in another product: pass in what it needs.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|build|data|\\.react-router)/|\\.test\\.tsx?$' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
