/** The 50 states with cities people know, and the clock each city lives by. A list, and long like one. */

interface State {
  /** The zone of most of the state. */
  zone: string
  cities: readonly string[]
  /** Cities whose clock is another. */
  zones?: Readonly<Record<string, string>>
}

export function isState(name: string): boolean {
  return Object.hasOwn(states, name)
}

export function isPlace(state: string, city: string): boolean {
  return citiesOf(state).includes(city)
}

/** Empty for a name that is no state. */
export function citiesOf(state: string): readonly string[] {
  return stateOf(state)?.cities ?? []
}

/** The city's zone; for a city not in the list, that of most of its state; null for a name that is no state. */
export function zoneOf(state: string, city?: string | null): string | null {
  const found = stateOf(state)
  if (!found) return null
  return (city && found.zones && Object.hasOwn(found.zones, city) ? found.zones[city] : undefined) ?? found.zone
}

function stateOf(name: string): State | undefined {
  return isState(name) ? states[name] : undefined
}

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'

const states: Readonly<Record<string, State>> = {
  Alabama: {
    zone: CENTRAL,
    cities: cities(
      'Auburn, Birmingham, Decatur, Dothan, Florence, Gadsden, Hoover, Huntsville, Madison, Mobile, Montgomery, Tuscaloosa',
    ),
  },
  Alaska: {
    zone: 'America/Anchorage',
    cities: cities(
      'Anchorage, Bethel, Fairbanks, Homer, Juneau, Kenai, Ketchikan, Kodiak, Nome, Palmer, Sitka, Wasilla',
    ),
    zones: { Juneau: 'America/Juneau', Ketchikan: 'America/Sitka', Nome: 'America/Nome', Sitka: 'America/Sitka' },
  },
  Arizona: {
    // No daylight saving; the Navajo Nation keeps it, and none of these cities lies there.
    zone: 'America/Phoenix',
    cities: cities(
      'Chandler, Flagstaff, Gilbert, Glendale, Mesa, Peoria, Phoenix, Prescott, Scottsdale, Surprise, Tempe, Tucson, Yuma',
    ),
  },
  Arkansas: {
    zone: CENTRAL,
    cities: cities(
      'Bentonville, Conway, Fayetteville, Fort Smith, Hot Springs, Jonesboro, Little Rock, North Little Rock, Pine Bluff, Rogers, Springdale, Texarkana',
    ),
  },
  California: {
    zone: PACIFIC,
    cities: cities(
      'Anaheim, Bakersfield, Fresno, Long Beach, Los Angeles, Oakland, Redding, Riverside, Sacramento, San Diego, San Francisco, San Jose, Santa Ana, Santa Barbara, Stockton',
    ),
  },
  Colorado: {
    zone: MOUNTAIN,
    cities: cities(
      'Arvada, Aurora, Boulder, Centennial, Colorado Springs, Denver, Fort Collins, Grand Junction, Greeley, Lakewood, Longmont, Pueblo, Thornton',
    ),
  },
  Connecticut: {
    zone: EASTERN,
    cities: cities(
      'Bridgeport, Bristol, Danbury, Greenwich, Hartford, Meriden, Milford, New Britain, New Haven, Norwalk, Stamford, Waterbury',
    ),
  },
  Delaware: {
    zone: EASTERN,
    cities: cities(
      'Dover, Elsmere, Georgetown, Lewes, Middletown, Milford, New Castle, Newark, Rehoboth Beach, Seaford, Smyrna, Wilmington',
    ),
  },
  Florida: {
    zone: EASTERN,
    cities: cities(
      'Cape Coral, Fort Lauderdale, Fort Myers, Gainesville, Jacksonville, Key West, Miami, Orlando, Panama City, Pensacola, Sarasota, St. Petersburg, Tallahassee, Tampa, West Palm Beach',
    ),
    zones: { 'Panama City': CENTRAL, Pensacola: CENTRAL },
  },
  Georgia: {
    zone: EASTERN,
    cities: cities(
      'Albany, Alpharetta, Athens, Atlanta, Augusta, Columbus, Macon, Marietta, Roswell, Sandy Springs, Savannah, Valdosta, Warner Robins',
    ),
  },
  Hawaii: {
    zone: 'Pacific/Honolulu',
    cities: cities(
      'Ewa Beach, Hilo, Honolulu, Kahului, Kailua, Kaneohe, Kapolei, Kihei, Lahaina, Lihue, Mililani, Pearl City, Wahiawa, Waipahu',
    ),
  },
  Idaho: {
    zone: 'America/Boise',
    cities: cities(
      "Boise, Caldwell, Coeur d'Alene, Idaho Falls, Lewiston, Meridian, Moscow, Nampa, Pocatello, Post Falls, Rexburg, Sandpoint, Twin Falls",
    ),
    // North of the Salmon River the clock is Pacific.
    zones: { "Coeur d'Alene": PACIFIC, Lewiston: PACIFIC, Moscow: PACIFIC, 'Post Falls': PACIFIC, Sandpoint: PACIFIC },
  },
  Illinois: {
    zone: CENTRAL,
    cities: cities(
      'Aurora, Bloomington, Champaign, Chicago, Decatur, Elgin, Evanston, Joliet, Naperville, Peoria, Rockford, Springfield, Waukegan',
    ),
  },
  Indiana: {
    zone: 'America/Indiana/Indianapolis',
    cities: cities(
      'Bloomington, Carmel, Evansville, Fishers, Fort Wayne, Gary, Hammond, Indianapolis, Knox, Lafayette, Muncie, South Bend, Terre Haute, Vincennes',
    ),
    zones: {
      Evansville: CENTRAL,
      Gary: CENTRAL,
      Hammond: CENTRAL,
      Knox: 'America/Indiana/Knox',
      Vincennes: 'America/Indiana/Vincennes',
    },
  },
  Iowa: {
    zone: CENTRAL,
    cities: cities(
      'Ames, Ankeny, Cedar Falls, Cedar Rapids, Council Bluffs, Davenport, Des Moines, Dubuque, Iowa City, Sioux City, Waterloo, West Des Moines',
    ),
  },
  Kansas: {
    zone: CENTRAL,
    cities: cities(
      'Dodge City, Garden City, Goodland, Hutchinson, Kansas City, Lawrence, Manhattan, Olathe, Overland Park, Salina, Shawnee, Topeka, Wichita',
    ),
    zones: { Goodland: MOUNTAIN },
  },
  Kentucky: {
    zone: EASTERN,
    cities: cities(
      'Ashland, Bowling Green, Covington, Elizabethtown, Florence, Frankfort, Georgetown, Lexington, Louisville, Monticello, Owensboro, Paducah, Richmond',
    ),
    zones: {
      'Bowling Green': CENTRAL,
      Elizabethtown: 'America/Kentucky/Louisville',
      Louisville: 'America/Kentucky/Louisville',
      Monticello: 'America/Kentucky/Monticello',
      Owensboro: CENTRAL,
      Paducah: CENTRAL,
    },
  },
  Louisiana: {
    zone: CENTRAL,
    cities: cities(
      'Alexandria, Baton Rouge, Bossier City, Houma, Kenner, Lafayette, Lake Charles, Monroe, New Iberia, New Orleans, Shreveport, Slidell',
    ),
  },
  Maine: {
    zone: EASTERN,
    cities: cities(
      'Auburn, Augusta, Bangor, Bar Harbor, Biddeford, Brunswick, Lewiston, Portland, Presque Isle, Saco, South Portland, Waterville',
    ),
  },
  Maryland: {
    zone: EASTERN,
    cities: cities(
      'Annapolis, Baltimore, Bethesda, Bowie, Columbia, Cumberland, Frederick, Gaithersburg, Hagerstown, Ocean City, Rockville, Salisbury, Silver Spring',
    ),
  },
  Massachusetts: {
    zone: EASTERN,
    cities: cities(
      'Boston, Brockton, Cambridge, Fall River, Framingham, Lowell, Lynn, New Bedford, Newton, Pittsfield, Quincy, Springfield, Worcester',
    ),
  },
  Michigan: {
    zone: 'America/Detroit',
    cities: cities(
      'Ann Arbor, Dearborn, Detroit, Flint, Grand Rapids, Iron Mountain, Ironwood, Kalamazoo, Lansing, Marquette, Saginaw, Sterling Heights, Traverse City, Warren',
    ),
    zones: { 'Iron Mountain': 'America/Menominee', Ironwood: 'America/Menominee' },
  },
  Minnesota: {
    zone: CENTRAL,
    cities: cities(
      'Bloomington, Brooklyn Park, Duluth, Eagan, Mankato, Maple Grove, Minneapolis, Moorhead, Plymouth, Rochester, St. Cloud, St. Paul, Woodbury',
    ),
  },
  Mississippi: {
    zone: CENTRAL,
    cities: cities(
      'Biloxi, Clinton, Greenville, Gulfport, Hattiesburg, Jackson, Meridian, Olive Branch, Oxford, Pearl, Southaven, Tupelo, Vicksburg',
    ),
  },
  Missouri: {
    zone: CENTRAL,
    cities: cities(
      "Branson, Cape Girardeau, Columbia, Independence, Jefferson City, Joplin, Kansas City, Lee's Summit, O'Fallon, Springfield, St. Charles, St. Joseph, St. Louis",
    ),
  },
  Montana: {
    zone: MOUNTAIN,
    cities: cities(
      'Anaconda, Billings, Bozeman, Butte, Great Falls, Havre, Helena, Kalispell, Livingston, Miles City, Missoula, Whitefish',
    ),
  },
  Nebraska: {
    zone: CENTRAL,
    cities: cities(
      'Alliance, Bellevue, Columbus, Fremont, Grand Island, Hastings, Kearney, Lincoln, Norfolk, North Platte, Omaha, Papillion, Scottsbluff',
    ),
    // The panhandle is on Mountain time.
    zones: { Alliance: MOUNTAIN, Scottsbluff: MOUNTAIN },
  },
  Nevada: {
    zone: PACIFIC,
    cities: cities(
      'Boulder City, Carson City, Elko, Ely, Fallon, Fernley, Henderson, Las Vegas, Mesquite, North Las Vegas, Reno, Sparks, West Wendover',
    ),
    zones: { 'West Wendover': MOUNTAIN },
  },
  'New Hampshire': {
    zone: EASTERN,
    cities: cities(
      'Concord, Derry, Dover, Hanover, Keene, Laconia, Lebanon, Manchester, Merrimack, Nashua, Portsmouth, Rochester',
    ),
  },
  'New Jersey': {
    zone: EASTERN,
    cities: cities(
      'Atlantic City, Camden, Cherry Hill, Clifton, Edison, Elizabeth, Hoboken, Jersey City, Newark, Paterson, Princeton, Toms River, Trenton',
    ),
  },
  'New Mexico': {
    zone: MOUNTAIN,
    cities: cities(
      'Alamogordo, Albuquerque, Carlsbad, Clovis, Farmington, Gallup, Hobbs, Las Cruces, Los Alamos, Rio Rancho, Roswell, Santa Fe, Taos',
    ),
  },
  'New York': {
    zone: EASTERN,
    cities: cities(
      'Albany, Binghamton, Buffalo, Ithaca, New Rochelle, New York City, Niagara Falls, Plattsburgh, Rochester, Saratoga Springs, Schenectady, Syracuse, Utica, White Plains, Yonkers',
    ),
  },
  'North Carolina': {
    zone: EASTERN,
    cities: cities(
      'Asheville, Cary, Chapel Hill, Charlotte, Concord, Durham, Fayetteville, Greensboro, Greenville, High Point, Raleigh, Wilmington, Winston-Salem',
    ),
  },
  'North Dakota': {
    zone: CENTRAL,
    cities: cities(
      'Beulah, Bismarck, Devils Lake, Dickinson, Fargo, Grand Forks, Jamestown, Mandan, Minot, Valley City, Wahpeton, West Fargo, Williston',
    ),
    // The southwest is on Mountain time; Morton and Mercer counties moved to Central in 2003 and 2010.
    zones: {
      Beulah: 'America/North_Dakota/Beulah',
      Dickinson: MOUNTAIN,
      Mandan: 'America/North_Dakota/New_Salem',
    },
  },
  Ohio: {
    zone: EASTERN,
    cities: cities(
      'Akron, Athens, Canton, Cincinnati, Cleveland, Columbus, Dayton, Dublin, Lorain, Mansfield, Parma, Springfield, Toledo, Youngstown',
    ),
  },
  Oklahoma: {
    zone: CENTRAL,
    cities: cities(
      'Bartlesville, Broken Arrow, Edmond, Enid, Lawton, Midwest City, Moore, Muskogee, Norman, Oklahoma City, Shawnee, Stillwater, Tulsa',
    ),
  },
  Oregon: {
    zone: PACIFIC,
    cities: cities(
      'Ashland, Beaverton, Bend, Corvallis, Eugene, Gresham, Hillsboro, Klamath Falls, Medford, Ontario, Pendleton, Portland, Salem',
    ),
    // Most of Malheur County is on Boise's clock.
    zones: { Ontario: 'America/Boise' },
  },
  Pennsylvania: {
    zone: EASTERN,
    cities: cities(
      'Allentown, Altoona, Bethlehem, Erie, Harrisburg, Johnstown, Lancaster, Philadelphia, Pittsburgh, Reading, Scranton, State College, Wilkes-Barre, York',
    ),
  },
  'Rhode Island': {
    zone: EASTERN,
    cities: cities(
      'Bristol, Central Falls, Cranston, Cumberland, East Providence, Newport, Pawtucket, Providence, Warwick, West Warwick, Westerly, Woonsocket',
    ),
  },
  'South Carolina': {
    zone: EASTERN,
    cities: cities(
      'Aiken, Anderson, Charleston, Columbia, Florence, Greenville, Hilton Head Island, Mount Pleasant, Myrtle Beach, North Charleston, Rock Hill, Spartanburg, Summerville',
    ),
  },
  'South Dakota': {
    zone: CENTRAL,
    cities: cities(
      'Aberdeen, Brookings, Deadwood, Huron, Mitchell, Pierre, Rapid City, Sioux Falls, Spearfish, Sturgis, Vermillion, Watertown, Yankton',
    ),
    // West of the Missouri the clock is Mountain.
    zones: { Deadwood: MOUNTAIN, 'Rapid City': MOUNTAIN, Spearfish: MOUNTAIN, Sturgis: MOUNTAIN },
  },
  Tennessee: {
    zone: CENTRAL,
    cities: cities(
      'Bristol, Chattanooga, Clarksville, Cleveland, Cookeville, Franklin, Jackson, Johnson City, Kingsport, Knoxville, Memphis, Murfreesboro, Nashville, Oak Ridge',
    ),
    zones: {
      Bristol: EASTERN,
      Chattanooga: EASTERN,
      Cleveland: EASTERN,
      'Johnson City': EASTERN,
      Kingsport: EASTERN,
      Knoxville: EASTERN,
      'Oak Ridge': EASTERN,
    },
  },
  Texas: {
    zone: CENTRAL,
    cities: cities(
      'Amarillo, Arlington, Austin, Corpus Christi, Dallas, El Paso, Fort Worth, Galveston, Houston, Laredo, Lubbock, McAllen, Plano, San Antonio, Waco',
    ),
    zones: { 'El Paso': MOUNTAIN },
  },
  Utah: {
    zone: MOUNTAIN,
    cities: cities(
      'Cedar City, Layton, Logan, Moab, Ogden, Orem, Park City, Provo, Salt Lake City, Sandy, St. George, West Jordan, West Valley City',
    ),
  },
  Vermont: {
    zone: EASTERN,
    cities: cities(
      'Barre, Bennington, Brattleboro, Burlington, Essex Junction, Middlebury, Montpelier, Newport, Rutland, South Burlington, St. Albans, Stowe, Winooski',
    ),
  },
  Virginia: {
    zone: EASTERN,
    cities: cities(
      'Alexandria, Arlington, Blacksburg, Charlottesville, Chesapeake, Hampton, Lynchburg, Newport News, Norfolk, Richmond, Roanoke, Virginia Beach, Williamsburg',
    ),
  },
  Washington: {
    zone: PACIFIC,
    cities: cities(
      'Bellevue, Bellingham, Everett, Kennewick, Kent, Olympia, Renton, Seattle, Spokane, Tacoma, Vancouver, Walla Walla, Wenatchee, Yakima',
    ),
  },
  'West Virginia': {
    zone: EASTERN,
    cities: cities(
      'Beckley, Bluefield, Bridgeport, Charleston, Clarksburg, Fairmont, Huntington, Lewisburg, Martinsburg, Morgantown, Parkersburg, Weirton, Wheeling',
    ),
  },
  Wisconsin: {
    zone: CENTRAL,
    cities: cities(
      'Appleton, Eau Claire, Green Bay, Janesville, Kenosha, La Crosse, Madison, Milwaukee, Oshkosh, Racine, Sheboygan, Waukesha, Wausau',
    ),
  },
  Wyoming: {
    zone: MOUNTAIN,
    cities: cities(
      'Casper, Cheyenne, Cody, Evanston, Gillette, Green River, Jackson, Lander, Laramie, Powell, Riverton, Rock Springs, Sheridan',
    ),
  },
}

export const stateNames: readonly string[] = Object.keys(states)

function cities(list: string): readonly string[] {
  return list.split(', ')
}
